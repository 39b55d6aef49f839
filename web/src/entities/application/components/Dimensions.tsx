// Scores by dimension as bars on one scale, with the four classes' borders drawn in.
import type { AiEval } from "@/lib/api/types";
import { useDimensionName } from "../dimension";
import { scoreClass } from "../score";
import styles from "./Evaluation.module.css";

export function Dimensions({ scores }: { scores: AiEval["scores"] }) {
  const name = useDimensionName();
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
              <span className={styles.value}>{Math.round(score)}</span>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function clamp(score: number): number {
  return Math.min(100, Math.max(0, score));
}
