// Scores by dimension as bars on one scale, with the borders of the four classes.
import type { AiEval } from "@/lib/api/types";
import { useDimensionName } from "../dimension";
import { isScored } from "../evidence";
import { scoreClass, wholeScore } from "../score";
import styles from "./Evaluation.module.css";

interface Props {
  scores: AiEval["scores"];
  criteria: AiEval["criteria"];
}

export function Dimensions({ scores, criteria }: Props) {
  const name = useDimensionName();
  // A dimension with only unknowns has no score, which differs from zero.
  const unknown = [...new Set(criteria.filter(isScored).map(({ dimension }) => dimension))].filter(
    (dimension) => scores[dimension] === undefined,
  );
  return (
    <dl className={styles.dimensions}>
      {Object.entries(scores)
        .sort(([, a], [, b]) => b - a)
        .map(([dimension, score]) => (
          <div key={dimension} className={styles.dimension}>
            <dt>{name(dimension)}</dt>
            <dd>
              <span className={styles.track} aria-hidden="true">
                <span className={styles.fill} data-class={scoreClass(score)} style={{ width: `${clamp(score)}%` }} />
              </span>
              <span className={styles.value}>{wholeScore(score)}</span>
            </dd>
          </div>
        ))}
      {unknown.map((dimension) => (
        <div key={dimension} className={styles.dimension}>
          <dt>{name(dimension)}</dt>
          <dd>
            <span className={styles.track} aria-hidden="true" />
            <span className={styles.value}>—</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function clamp(score: number): number {
  return Math.min(100, Math.max(0, score));
}
