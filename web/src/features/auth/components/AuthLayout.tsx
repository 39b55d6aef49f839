// The sign-in page: half mark and one quiet sentence, half form.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { switchLanguage } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { Mark } from "@/ui/Mark";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./AuthLayout.module.css";
import { HorseLine } from "./HorseLine";

export function AuthLayout(props: { title: string; wide?: boolean; children?: ReactNode }) {
  const { t, i18n } = useTranslation(["auth", "shell"]);
  usePageTitle(props.title);
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
          <select
            className={styles.language}
            aria-label={t("shell:account.language")}
            value={i18n.language}
            onChange={(event) => void switchLanguage(event.target.value as Language)}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        </div>
        <div className={styles.form} data-wide={props.wide === true}>
          <h1 className={styles.title}>{props.title}</h1>
          {props.children}
        </div>
        <footer className={styles.footer}>
          <Link to="/terms">{t("terms")}</Link>
          <Link to="/privacy">{t("privacy")}</Link>
        </footer>
      </main>
    </div>
  );
}
