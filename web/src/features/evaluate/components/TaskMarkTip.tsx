// Tooltip of an evidence mark of an entry, whose quotations load when it is pointed at.
import { MarkTip } from "@/entities/application/components/MarkTip";
import { criterionOfMark } from "@/entities/application/evidence";
import type { PointedMark } from "@/entities/application/useMarks";
import type { BatchTask } from "@/lib/api/types";
import { useTask } from "../api/actions";

export function TaskMarkTip({ task, mark: { at, box } }: { task: BatchTask; mark: PointedMark }) {
  const evaluation = useTask(task.id).data?.ai_eval;
  const result = criterionOfMark(evaluation?.criteria ?? [], task.strip.length, at);
  return evaluation && result ? <MarkTip evaluation={evaluation} result={result} box={box} /> : null;
}
