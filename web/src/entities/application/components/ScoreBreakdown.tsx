// Score breakdown: the points of each part, adjustments with their reasons, and what the level follows from.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { AiEval } from "@/lib/api/types";
import { useDimensionName } from "../dimension";
import { pointsOf } from "../evidence";
import { useLevelName } from "../level";
import { thresholdOf } from "../score";
import styles from "./Evaluation.module.css";

/** The part for the nearness of the career, after those of the criteria. */
const CAREER_FIT = "career_fit";
/** The reason of the adjustment for rounded parts. */
const ROUNDING = "rounding";

export function ScoreBreakdown({ evaluation }: { evaluation: AiEval }) {
  const { t } = useTranslation("evaluation");
  const { number } = useFormats();
  const dimension = useDimensionName();
  const level = useLevelName();
  const { criteria, overallScore, levelCap } = evaluation;
  const parts = (evaluation.score_parts ?? []).filter((part) => part.weight > 0);
  if (parts.length === 0) return null;
  const adjustments = (evaluation.adjustments ?? []).map(({ points, reason }) => ({
    points,
    reason: reason === ROUNDING ? t("sum.rounding") : reason,
  }));
  const career = parts.find((part) => part.criterion === CAREER_FIT);
  const isOpen = pointsOf(evaluation).some(
    (part, index) => part && part.points > 0 && criteria[index]?.verdict === "unknown",
  );
  const threshold = thresholdOf(evaluation);
  return (
    <div className={styles.sum}>
      <p>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are in the rubric's order and two may read alike
          <span key={`${index} ${part.criterion}`}>
            {index > 0 ? " + " : null}
            <abbr
              title={t("sum.part", {
                criterion: dimension(part.criterion),
                weight: number(part.weight),
                credit: number(part.credit),
              })}
            >
              {number(part.points)}
            </abbr>
          </span>
        ))}
        {adjustments.map(({ reason, points }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules of a job may read alike
          <span key={`${index} ${reason}`}>
            {points < 0 ? " − " : " + "}
            <abbr title={reason}>{number(Math.abs(points))}</abbr>
          </span>
        ))}
        {" = "}
        <strong>{number(overallScore)}</strong>
      </p>
      {career ? (
        <p className={styles.reason}>
          {t("sum.career", { points: number(career.points), most: number(career.weight) })}
        </p>
      ) : null}
      {isOpen ? <p className={styles.reason}>{career ? t("sum.open") : t("sum.open_same")}</p> : null}
      {adjustments.map(({ reason, points }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rules of a job may read alike
        <p key={`${index} ${reason}`} className={styles.reason}>
          {t("sum.adjustment", { points: number(points), reason })}
        </p>
      ))}
      {threshold ? (
        <p className={styles.reason}>
          {t(threshold.isReached ? "sum.level_from" : "sum.level_below", {
            level: level(threshold.level),
            score: number(threshold.score),
          })}
        </p>
      ) : null}
      {levelCap ? (
        <p className={styles.reason}>{t("sum.cap", { level: level(levelCap.from), criterion: levelCap.criterion })}</p>
      ) : null}
    </div>
  );
}
