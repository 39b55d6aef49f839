// Tooltip of an evidence mark: criterion, verdict and quotation.
import { Evidence } from "@/entities/application/components/EvidenceStrip";
import { criterionOfMark, pointsOf } from "@/entities/application/evidence";
import type { BatchTask } from "@/lib/api/types";
import { useTask } from "../api/actions";
import styles from "./MarkTip.module.css";
import type { PointedMark } from "./useMarks";

/** Width of the evidence with padding. */
const WIDTH = 372;
const GAP = 8;

export function MarkTip({ task, mark: { at, box } }: { task: BatchTask; mark: PointedMark }) {
  const detail = useTask(task.id);
  const evaluation = detail.data?.ai_eval;
  const result = criterionOfMark(evaluation?.criteria ?? [], task.strip.length, at);
  if (!evaluation || !result) return null;
  const left = Math.max(GAP, Math.min(box.left, window.innerWidth - WIDTH - GAP));
  const isLow = box.bottom > window.innerHeight * 0.6;
  const place = isLow ? { bottom: window.innerHeight - box.top + GAP } : { top: box.bottom + GAP };
  return (
    <div role="tooltip" className={styles.tip} style={{ left, ...place }}>
      <Evidence result={result} part={pointsOf(evaluation)[evaluation.criteria.indexOf(result)]} />
    </div>
  );
}
