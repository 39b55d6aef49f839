// Layout of the auth pages: the brand and the form side by side. Its links keep the form open.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { href } from "@/lib/routes/href";
import { LiteHeader } from "@/ui/lite/LiteHeader";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./AuthLayout.module.css";
import { BrandIllustration } from "./BrandIllustration";

export function AuthLayout(props: { title: string; wide?: boolean; children?: ReactNode }) {
  const { t } = useTranslation("auth");
  usePageTitle(props.title);
  return (
    <div className={styles.layout}>
      <aside className={styles.side}>
        <BrandIllustration className={styles.horse} />
        <p className={styles.tagline}>{t("tagline")}</p>
        <p className={styles.note}>{t("tagline_note")}</p>
      </aside>
      <main className={styles.main}>
        <LiteHeader />
        <div className={styles.form} data-wide={props.wide === true}>
          <h1 className={styles.title}>{props.title}</h1>
          {props.children}
        </div>
        <footer className={styles.footer}>
          <Link to={href("terms")} target="_blank">
            {t("terms")}
          </Link>
          <Link to={href("privacy")} target="_blank">
            {t("privacy")}
          </Link>
        </footer>
      </main>
    </div>
  );
}
