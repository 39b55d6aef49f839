// /style-guide: every part of the kit in its states, in both themes side by side.
import { useTranslation } from "react-i18next";
import { PageHeader } from "@/ui/PageHeader";
import { Actions } from "../components/Actions";
import { Evidence } from "../components/Evidence";
import { Fields } from "../components/Fields";
import { Lists } from "../components/Lists";
import { States } from "../components/States";
import { ThemePane } from "../components/ThemePane";
import { Tokens } from "../components/Tokens";
import styles from "./StyleGuideRoute.module.css";

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
            <Fields />
            <States />
            <Evidence />
            <Lists />
          </ThemePane>
        ))}
      </div>
    </>
  );
}
