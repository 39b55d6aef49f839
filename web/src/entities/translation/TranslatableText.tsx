// A text that AI wrote, with its translation into one of three languages, and the way back to the original.
import { App, Button, Dropdown } from "antd";
import { Languages } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { ApiProblem } from "@/lib/api/problem";
import { useErrorText } from "@/ui/errorText";
import styles from "./TranslatableText.module.css";
import { TranslationFailed, useTranslate } from "./translate";

interface Shown {
  /** Of which text; another one opens untranslated. */
  of: string;
  language: Language;
  text: string | null;
}

export function TranslatableText({ text, className }: { text: string; className?: string | undefined }) {
  const { t } = useTranslation("evaluation");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const translate = useTranslate();
  const [shown, setShown] = useState<Shown | null>(null);
  const current = shown?.of === text ? shown : null;
  const hasFailed = current !== null && current.text === null;
  if (text.trim() === "") return <p className={className}>{text}</p>;

  const start = (language: Language) =>
    translate.mutate(
      { text, language },
      {
        onSuccess: (translation) => setShown({ of: text, language, text: translation }),
        onError: (error) => {
          if (error instanceof DOMException) return;
          setShown({ of: text, language, text: null });
          // Why there is no model is said with what to set.
          const why = error instanceof TranslationFailed ? "" : errorText(error);
          const isUnset = error instanceof ApiProblem && error.code === "ai.key_required";
          void message.error(isUnset ? t("translate.needs_key") : `${t("translate.failed")} ${why}`.trim());
        },
      },
    );
  return (
    <div>
      <p className={className} lang={current?.text ? current.language : undefined}>
        {hasFailed ? <span className={styles.failed}>{t("translate.failed_mark")} </span> : null}
        {current?.text ?? text}
      </p>
      <div className={styles.tools}>
        {current?.text ? (
          <>
            <span>{t("translate.translated", { language: LANGUAGE_NAMES[current.language] })}</span>
            <Button size="small" type="link" onClick={() => setShown(null)}>
              {t("translate.original")}
            </Button>
          </>
        ) : null}
        <Dropdown
          trigger={["click"]}
          disabled={translate.isPending}
          menu={{
            items: LANGUAGES.map((language) => ({ key: language, label: LANGUAGE_NAMES[language] })),
            onClick: ({ key }) => start(key as Language),
          }}
        >
          <Button
            size="small"
            type="text"
            loading={translate.isPending}
            icon={<Languages size={14} aria-hidden="true" />}
          >
            {translate.isPending ? t("translate.working") : t("translate.start")}
          </Button>
        </Dropdown>
      </div>
    </div>
  );
}
