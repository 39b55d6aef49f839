// The score by one's own marks, beside the AI's.
import { useTranslation } from "react-i18next";
import type { OwnMarks } from "../ownMarks";
import styles from "./OwnMarks.module.css";
import { ScoreText } from "./ScoreText";

export function OwnScore({ marks }: { marks: OwnMarks | null }) {
  const { t } = useTranslation("evaluation");
  if (!marks || marks.score === null) return null;
  return (
    <span className={styles.score} title={t("own.score_why")}>
      {t("own.score")} <ScoreText score={marks.score} />
    </span>
  );
}

/** What is to be known about the marks below the strip: hidden ones of others, and one that couldn't be saved. */
export function OwnMarksNote({ marks, failure }: { marks: OwnMarks; failure: string | null }) {
  const { t } = useTranslation("evaluation");
  return (
    <>
      {marks.concealed > 0 ? <p className={styles.note}>{t("own.concealed", { count: marks.concealed })}</p> : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          {t("own.failed", { why: failure })}
        </p>
      ) : null}
    </>
  );
}
