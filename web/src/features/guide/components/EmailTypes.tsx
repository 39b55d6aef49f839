// The five email types: purpose, text, and the status after sending.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCanOpenPage } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import type { EmailEntry } from "../logic/content";
import styles from "./Guide.module.css";
import { TemplateText } from "./TemplateText";

export function EmailTypes({ types }: { types: readonly EmailEntry[] }) {
  const { t } = useTranslation("guide");
  const canOpenPrompts = useCanOpenPage("prompts");
  return (
    <>
      <ul className={styles.entries}>
        {types.map(({ key, type, title, text, leadsTo }) => (
          <li key={key}>
            <h3>{title}</h3>
            <p>{text}</p>
            <p className={styles.actor}>{t("emails.leads_to", { status: leadsTo })}</p>
            <TemplateText type={type} title={title ?? ""} />
          </li>
        ))}
      </ul>
      <p className={styles.lead}>{t("emails.filled_in")}</p>
      {canOpenPrompts ? (
        <p>
          <Link to={href("prompts")}>{t("emails.prompts")}</Link>
        </p>
      ) : null}
    </>
  );
}
