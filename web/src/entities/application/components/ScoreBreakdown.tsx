// Score breakdown: weight and credit of each part, adjustments, and the level cap.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { AiEval } from "@/lib/api/types";
import { useDimensionName } from "../dimension";
import { useLevelName } from "../level";
import styles from "./Evaluation.module.css";

export function ScoreBreakdown({ evaluation }: { evaluation: AiEval }) {
  const { t } = useTranslation("evaluation");
  const { number } = useFormats();
  const dimension = useDimensionName();
  const level = useLevelName();
  const parts = (evaluation.score_parts ?? []).filter((part) => part.weight > 0);
  const adjustments = evaluation.adjustments ?? [];
  if (parts.length === 0) return null;
  const named = parts.map((part) => ({
    name: dimension(part.criterion),
    points: part.points,
    title: t("sum.part", {
      criterion: dimension(part.criterion),
      weight: number(part.weight),
      credit: number(part.credit),
    }),
  }));
  return (
    <div className={styles.sum}>
      <p>
        {named.map(({ name, points, title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are in the rubric's order and two may read alike
          <span key={`${index} ${name}`}>
            {index > 0 ? " + " : null}
            <abbr title={title}>{number(points)}</abbr>
          </span>
        ))}
        {adjustments.map(({ reason, points }) => (
          <span key={reason}>
            {points < 0 ? " − " : " + "}
            <abbr title={reason}>{number(Math.abs(points))}</abbr>
          </span>
        ))}
        {" = "}
        <strong>{number(evaluation.overallScore)}</strong>
      </p>
      {adjustments.map(({ reason, points }) => (
        <p key={reason} className={styles.reason}>
          {t("sum.adjustment", { points: number(points), reason })}
        </p>
      ))}
      {evaluation.levelCap ? (
        <p className={styles.reason}>
          {t("sum.cap", { level: level(evaluation.levelCap.from), criterion: evaluation.levelCap.criterion })}
        </p>
      ) : null}
    </div>
  );
}
