// Groups entries by failure reason.
import type { BatchTask, FailureReason } from "@/lib/api/types";

/** Reasons in the file itself, which a retry does not change. */
const PERMANENT = /^(entry|archive)\.|^document\.(?!timeout$|crashed$)|^storage\.file_missing$/;

/** Whether a retry can help. */
export function isWorthRetrying(task: Pick<BatchTask, "retryable" | "failure_reason">): boolean {
  return task.retryable && !PERMANENT.test(task.failure_reason ?? "");
}

export interface ReasonGroup {
  reason: FailureReason;
  category: NonNullable<BatchTask["error_category"]>;
  tasks: BatchTask[];
  /** Entries that a retry can help. */
  retryable: BatchTask[];
}

/** Largest group first; ties in the order of the archive. */
export function groupByReason(tasks: readonly BatchTask[]): ReasonGroup[] {
  const groups = new Map<FailureReason, ReasonGroup>();
  for (const task of tasks) {
    const reason = task.failure_reason ?? "internal";
    const group = groups.get(reason) ?? {
      reason,
      category: task.error_category ?? "unknown",
      tasks: [],
      retryable: [],
    };
    group.tasks.push(task);
    if (isWorthRetrying(task)) group.retryable.push(task);
    groups.set(reason, group);
  }
  return [...groups.values()].sort((a, b) => b.tasks.length - a.tasks.length);
}
