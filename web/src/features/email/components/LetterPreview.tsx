// Preview of an email in a light or dark mail client, or on a phone.
import { Segmented } from "antd";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Letter } from "../logic/letters";
import { splitLinks, splitParagraphs } from "../logic/preview";
import styles from "./LetterPreview.module.css";

const VIEWS = ["light", "dark", "phone"] as const;
type View = (typeof VIEWS)[number];

interface Props {
  letter: Letter;
  /** The attachment's name. */
  attachment: string | null;
}

export function LetterPreview({ letter, attachment }: Props) {
  const { t } = useTranslation("email");
  const [view, setView] = useState<View>("light");
  const names: Record<View, string> = {
    light: t("preview.light"),
    dark: t("preview.dark"),
    phone: t("preview.phone"),
  };
  return (
    <section className={styles.preview} aria-label={t("preview.title")}>
      <Segmented<View>
        size="small"
        aria-label={t("preview.title")}
        value={view}
        onChange={setView}
        options={VIEWS.map((value) => ({ value, label: names[value] }))}
      />
      <article className={styles.mail} data-view={view}>
        <h2 className={styles.subject}>{letter.subject || t("preview.no_subject")}</h2>
        {splitParagraphs(letter.body).map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the letter
          <p key={at}>
            {splitLinks(paragraph).map((piece, place) =>
              piece.isLink ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the paragraph
                <a key={place} href={piece.text} target="_blank" rel="noreferrer">
                  {piece.text}
                </a>
              ) : (
                piece.text
              ),
            )}
          </p>
        ))}
        {attachment ? (
          <p className={styles.attachment}>
            <Paperclip size={14} aria-hidden="true" /> {attachment}
          </p>
        ) : null}
      </article>
    </section>
  );
}
