// /unified-card-test: the four candidate cards in every state, in both themes side by side.

import { type ComponentType, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { Section } from "@/ui/samples/Sample";
import { ApplicationCard } from "../components/ApplicationCard";
import { ThemePane } from "../components/ThemePane";
import styles from "./StyleGuideRoute.module.css";

/** Each feature provides samples of its card, found by file name. */
const modules = import.meta.glob<{ CardSamples: ComponentType }>("../../*/samples/CardSamples.tsx");

const samplesOf = (feature: string) =>
  lazyPart(async () => {
    const module = await modules[`../../${feature}/samples/CardSamples.tsx`]?.();
    if (!module) throw new Error(`no cards of ${feature}`);
    return { default: module.CardSamples };
  });

const Pipeline = samplesOf("pipeline");
const Review = samplesOf("ai-review");
const TalentPool = samplesOf("talent-pool");

export function CardTestRoute() {
  const { t } = useTranslation("styleguide");
  return (
    <>
      <PageHeader title={t("card.title")} context={<span>{t("card.hint")}</span>} />
      <div className={styles.panes}>
        {(["light", "dark"] as const).map((appearance) => (
          <ThemePane key={appearance} appearance={appearance}>
            <Suspense>
              <Section title={t("card.variant.pipeline")}>
                <Pipeline />
              </Section>
              <Section title={t("card.variant.review")}>
                <Review />
              </Section>
              <Section title={t("card.variant.application")}>
                <ApplicationCard />
              </Section>
              <Section title={t("card.variant.talent_pool")}>
                <TalentPool />
              </Section>
            </Suspense>
          </ThemePane>
        ))}
      </div>
    </>
  );
}
