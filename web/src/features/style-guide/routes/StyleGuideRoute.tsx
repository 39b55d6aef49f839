// /button-style-guide: all components in each state, in both themes side by side.

import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { Actions } from "../components/Actions";
import { States } from "../components/States";
import { ThemePane } from "../components/ThemePane";
import { Tokens } from "../components/Tokens";
import styles from "./StyleGuideRoute.module.css";

// Loaded later, since they are below the fold.
const Fields = lazyPart(async () => ({ default: (await import("../components/Fields")).Fields }));
const Evidence = lazyPart(async () => ({ default: (await import("../components/Evidence")).Evidence }));
const Lists = lazyPart(async () => ({ default: (await import("../components/Lists")).Lists }));
const Parts = lazyPart(async () => ({ default: (await import("../components/Parts")).Parts }));

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
