// Tooltip of an evidence mark: criterion, verdict and quotation.
import type { AiEval, CriterionResult } from "@/lib/api/types";
import { pointsOf } from "../evidence";
import { Evidence } from "./EvidenceStrip";
import styles from "./MarkTip.module.css";

/** Width of the evidence with padding. */
const WIDTH = 372;
const GAP = 8;

interface Props {
  evaluation: Pick<AiEval, "criteria" | "score_parts">;
  /** The mark's criterion in the evaluation. */
  result: CriterionResult;
  /** Where the mark is on screen. */
  box: DOMRect;
}

export function MarkTip({ evaluation, result, box }: Props) {
  const left = Math.max(GAP, Math.min(box.left, window.innerWidth - WIDTH - GAP));
  const isLow = box.bottom > window.innerHeight * 0.6;
  const place = isLow ? { bottom: window.innerHeight - box.top + GAP } : { top: box.bottom + GAP };
  return (
    <div role="tooltip" className={styles.tip} style={{ left, ...place }}>
      <Evidence result={result} part={pointsOf(evaluation)[evaluation.criteria.indexOf(result)]} />
    </div>
  );
}
