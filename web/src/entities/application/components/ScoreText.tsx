// A score in tabular figures, its weight by class. Always shown with a strip.
import { useTranslation } from "react-i18next";
import { scoreClass, wholeScore } from "../score";
import styles from "./ScoreText.module.css";

export function ScoreText(props: { score: number | null | undefined; size?: "normal" | "large" }) {
  const { t } = useTranslation();
  if (props.score === null || props.score === undefined) {
    return (
      <span className={styles.none} role="img" aria-label={t("score.none")}>
        –
      </span>
    );
  }
  const score = wholeScore(props.score);
  const kind = scoreClass(props.score);
  return (
    <span
      className={props.size === "large" ? `${styles[kind]} ${styles.large}` : styles[kind]}
      title={t(`score.${kind}`)}
    >
      {score}
    </span>
  );
}
