// The template of an email type, by language.
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, type Language } from "@/i18n/languages";
import type { EmailType } from "@/lib/api/types";
import { TEMPLATES } from "../logic/templates.gen";
import styles from "./Guide.module.css";

const LANGUAGE_OF = { zh: "zh-CN", en: "en-US", id: "id-ID" } as const satisfies Record<string, Language>;
type Written = keyof typeof LANGUAGE_OF;

export function TemplateText({ type, title }: { type: EmailType; title: string }) {
  const { t, i18n } = useTranslation("guide");
  const [language, setLanguage] = useState<Written>(i18n.language.slice(0, 2) as Written);
  const { subject, body } = TEMPLATES[type][language];
  return (
    <details className={styles.template}>
      <summary>{t("emails.text")}</summary>
      <Segmented<Written>
        size="small"
        aria-label={t("emails.language", { title })}
        value={language}
        onChange={setLanguage}
        options={(Object.keys(LANGUAGE_OF) as Written[]).map((value) => ({
          value,
          label: LANGUAGE_NAMES[LANGUAGE_OF[value]],
        }))}
      />
      <div lang={LANGUAGE_OF[language]} className={styles.letter}>
        <p className={styles.subject}>{subject}</p>
        <p>{body.trim()}</p>
      </div>
    </details>
  );
}
