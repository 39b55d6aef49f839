// /button-style-guide: all components in each state, in both themes side by side.
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "@/ui/PageHeader";
import { Actions } from "../components/Actions";
import { States } from "../components/States";
import { ThemePane } from "../components/ThemePane";
import { Tokens } from "../components/Tokens";
import styles from "./StyleGuideRoute.module.css";

// Loaded later, since they are below the fold.
const Fields = lazy(async () => ({ default: (await import("../components/Fields")).Fields }));
const Evidence = lazy(async () => ({ default: (await import("../components/Evidence")).Evidence }));
const Lists = lazy(async () => ({ default: (await import("../components/Lists")).Lists }));
const Parts = lazy(async () => ({ default: (await import("../components/Parts")).Parts }));

export function StyleGuideRoute() {
  const { t } = useTranslation("styleguide");
  return (
    <>
      <PageHeader title={t("title")} context={<span>{t("hint")}</span>} />
      <div className={styles.panes}>
        {(["light", "dark"] as const).map((appearance) => (
          <ThemePane key={appearance} appearance={appearance}>
            <Tokens />
            <Actions />
            <States />
            <Suspense>
              <Fields />
              <Evidence />
              <Lists />
              <Parts />
            </Suspense>
          </ThemePane>
        ))}
      </div>
    </>
  );
}
