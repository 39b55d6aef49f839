// A legal document for reading and printing: title, date and sections.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { HOME } from "@/lib/routes/href";
import { LiteHeader } from "@/ui/lite/LiteHeader";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./Document.module.css";

export interface Section {
  title: string;
  /** One paragraph per line. */
  text: string;
}

interface Props {
  title: string;
  lead: string;
  sections: readonly Section[];
  other: { to: string; label: string };
}

export function Document({ title, lead, sections, other }: Props) {
  const { t } = useTranslation("legal");
  usePageTitle(title);
  return (
    <main className={styles.page}>
      <LiteHeader to={HOME} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.date}>{t("updated")}</p>
      <p className={styles.lead}>{lead}</p>
      {sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h2>{section.title}</h2>
          {section.text.split("\n").map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <div className={styles.foot}>
        <Link to={other.to}>{other.label}</Link>
        <Link to={HOME}>{t("home")}</Link>
      </div>
    </main>
  );
}
