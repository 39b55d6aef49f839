// A text written by AI, with translation into the interface's language, or another one, and back.
import { App, Button } from "antd";
import { ChevronDown, Languages } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFailureText } from "@/entities/task/failure";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { ApiProblem } from "@/lib/api/problem";
import { MenuButton } from "@/ui/MenuButton";
import styles from "./TranslatableText.module.css";
import { useTranslate } from "./translate";

interface Shown {
  /** Identifies the text; another one starts untranslated. */
  of: string;
  language: Language;
  text: string | null;
}

interface Props {
  text: string;
  className?: string | undefined;
  /** How the text is shown, translated or not; a paragraph without it. */
  children?: (shown: string) => ReactNode;
}

export function TranslatableText({ text, className = styles.text, children }: Props) {
  const { t, i18n } = useTranslation("evaluation");
  const { message } = App.useApp();
  const failureText = useFailureText();
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
          // A missing model is explained with what to configure.
          if (error instanceof ApiProblem && error.code === "ai.key_required") {
            void message.error(t("translate.needs_key"));
            return;
          }
          void failureText(t("translate.failed"), error).then((failure) => void message.error(failure));
        },
      },
    );
  const mark = hasFailed ? <span className={styles.failed}>{t("translate.failed_mark")} </span> : null;
  const shownText = current?.text ?? text;
  const language = current?.text ? current.language : undefined;
  return (
    <div>
      {children ? (
        <div className={className} lang={language}>
          {mark}
          {children(shownText)}
        </div>
      ) : (
        <p className={className} lang={language}>
          {mark}
          {shownText}
        </p>
      )}
      <div className={styles.tools}>
        {current?.text ? (
          <>
            <span>{t("translate.translated", { language: LANGUAGE_NAMES[current.language] })}</span>
            <Button size="small" type="link" onClick={() => setShown(null)}>
              {t("translate.original")}
            </Button>
          </>
        ) : null}
        <span className={styles.start}>
          <Button
            size="small"
            type="text"
            loading={translate.isPending}
            icon={<Languages size={14} aria-hidden="true" />}
            onClick={() => start(i18n.language as Language)}
          >
            {translate.isPending ? t("translate.working") : t("translate.start")}
          </Button>
          <MenuButton
            size="small"
            type="text"
            disabled={translate.isPending}
            icon={<ChevronDown size={14} aria-hidden="true" />}
            aria-label={t("translate.others")}
            items={LANGUAGES.filter((key) => key !== i18n.language).map((key) => ({
              key,
              label: LANGUAGE_NAMES[key],
              onClick: () => start(key),
            }))}
          />
        </span>
      </div>
    </div>
  );
}
