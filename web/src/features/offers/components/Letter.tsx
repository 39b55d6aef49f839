// The offer letter as the candidate sees it: plain text with paragraphs and line breaks.
import { useTranslation } from "react-i18next";
import styles from "./OfferPanel.module.css";

export function Letter({ text }: { text: string }) {
  const { t } = useTranslation("offers");
  if (text.trim() === "") return <p className={styles.none}>{t("letter.empty")}</p>;
  return (
    <article className={styles.letter} aria-label={t("letter.preview")}>
      {text.split(/\n{2,}/).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may be alike and none moves
        <p key={at}>{paragraph}</p>
      ))}
    </article>
  );
}
