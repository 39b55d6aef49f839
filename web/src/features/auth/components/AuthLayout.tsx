// The sign-in page: half mark and one quiet sentence, half form.
import { Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { switchLanguage } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { Mark } from "@/ui/Mark";
import styles from "./AuthLayout.module.css";
import { HorseLine } from "./HorseLine";

export function AuthLayout(props: { title: string; children: ReactNode }) {
  const { t, i18n } = useTranslation(["auth", "shell"]);
  return (
    <div className={styles.layout}>
      <aside className={styles.side}>
        <HorseLine className={styles.horse} />
        <p className={styles.tagline}>{t("tagline")}</p>
        <p className={styles.note}>{t("tagline_note")}</p>
      </aside>
      <main className={styles.main}>
        <div className={styles.top}>
          <span className={styles.brand}>
            <Mark size={28} />
            {t("shell:brand")}
          </span>
          <Select<Language>
            variant="borderless"
            aria-label={t("shell:account.language")}
            value={i18n.language as Language}
            onChange={(language) => void switchLanguage(language)}
            options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
            popupMatchSelectWidth={false}
          />
        </div>
        <div className={styles.form}>
          <h1 className={styles.title}>{props.title}</h1>
          {props.children}
        </div>
      </main>
    </div>
  );
}
