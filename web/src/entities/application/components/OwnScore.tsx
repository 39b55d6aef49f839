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

/** Says that marks of others are hidden until one's own are given. */
export function ConcealedMarks({ marks }: { marks: OwnMarks | null }) {
  const { t } = useTranslation("evaluation");
  if (!marks || marks.concealed === 0) return null;
  return <p className={styles.note}>{t("own.concealed", { count: marks.concealed })}</p>;
}
