// Preview of the interview questions parsed from the text.
import { useTranslation } from "react-i18next";
import { parseQuestions } from "../logic/questions";
import styles from "./QuestionPreview.module.css";

export function QuestionPreview({ markdown }: { markdown: string }) {
  const { t } = useTranslation("jobs");
  const sections = parseQuestions(markdown);
  const count = sections.reduce((sum, section) => sum + section.questions.length, 0);
  if (sections.length === 0) return null;
  return (
    <section className={styles.preview} aria-label={t("questions.preview")}>
      <p className={styles.count} role="status">
        {count === 0 ? t("questions.none") : t("questions.count", { count })}
      </p>
      {sections.map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may be alike in every word
        <div key={at}>
          {section.title ? <h2 className={styles.title}>{section.title}</h2> : null}
          {section.note ? <p className={styles.note}>{section.note}</p> : null}
          {section.questions.length > 0 ? (
            <ol className={styles.questions}>
              {section.questions.map((question, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be alike in every word
                <li key={number}>{question}</li>
              ))}
            </ol>
          ) : null}
        </div>
      ))}
    </section>
  );
}
