// The letter of an offer: filled from a template or written, with placeholders that follow the terms, and as it is read.
import { Button, Input, Segmented } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { letterTexts } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { Field } from "@/ui/forms/Field";
import { insertAt, LETTER_TERMS, type LetterTerm, placeholderOf } from "../logic/letterTerms";
import { Letter } from "./Letter";
import styles from "./OfferPanel.module.css";

interface Props {
  value: string;
  onChange: (letter: string) => void;
  /** The language that placeholders are inserted in. */
  language: Language;
  onFill: (language: Language) => void;
  /** The saved letter with its terms. */
  preview: string;
  termNames: Record<LetterTerm, string>;
  error: string | undefined;
}

export function LetterEditor({ value, onChange, language, onFill, preview, termNames, error }: Props) {
  const { t } = useTranslation("offers");
  const [view, setView] = useState<"write" | "preview">("write");
  const input = useRef<TextAreaRef>(null);
  const insert = async (term: LetterTerm) => {
    const area = input.current?.resizableTextArea?.textArea;
    const placeholder = placeholderOf(term, await letterTexts(language));
    const { text, cursor } = insertAt(
      value,
      placeholder,
      area?.selectionStart ?? value.length,
      area?.selectionEnd ?? value.length,
    );
    flushSync(() => onChange(text));
    area?.focus();
    area?.setSelectionRange(cursor, cursor);
  };
  return (
    <>
      <div className={styles.letterHead}>
        <span>{t("field.letter")}</span>
        <Segmented
          size="small"
          aria-label={t("field.letter")}
          value={view}
          onChange={setView}
          options={[
            { value: "write", label: t("letter.write") },
            { value: "preview", label: t("letter.preview") },
          ]}
        />
      </div>
      <div className={styles.templates}>
        <span>{t("letter.template")}</span>
        {LANGUAGES.map((one) => (
          <Button key={one} size="small" onClick={() => onFill(one)}>
            {LANGUAGE_NAMES[one]}
          </Button>
        ))}
      </div>
      {view === "write" ? (
        <>
          <fieldset className={styles.insert} aria-label={t("letter.insert")}>
            <span>{t("letter.insert")}</span>
            {LETTER_TERMS.map((term) => (
              <Button key={term} size="small" type="dashed" onClick={() => void insert(term)}>
                {termNames[term]}
              </Button>
            ))}
          </fieldset>
          <Field htmlFor="offer-letter" extra={t("letter.insert_hint")} error={error}>
            <Input.TextArea
              ref={input}
              id="offer-letter"
              aria-label={t("field.letter")}
              autoSize={{ minRows: 8, maxRows: 24 }}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          </Field>
        </>
      ) : (
        <Letter text={preview} />
      )}
    </>
  );
}
