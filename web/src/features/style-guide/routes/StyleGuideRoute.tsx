// /button-style-guide: every part of the kit in its states, in both themes side by side.
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "@/ui/PageHeader";
import { Actions } from "../components/Actions";
import { States } from "../components/States";
import { ThemePane } from "../components/ThemePane";
import { Tokens } from "../components/Tokens";
import styles from "./StyleGuideRoute.module.css";

// Below the first view.
const Fields = lazy(async () => ({ default: (await import("../components/Fields")).Fields }));
const Evidence = lazy(async () => ({ default: (await import("../components/Evidence")).Evidence }));
const Lists = lazy(async () => ({ default: (await import("../components/Lists")).Lists }));

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
            </Suspense>
          </ThemePane>
        ))}
      </div>
    </>
  );
}
