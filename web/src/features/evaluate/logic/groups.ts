// Rows of the queue grouped by why they are there: what needs attention, and what was passed over.
import type { BatchTask } from "@/lib/api/types";

/** What is wrong with the file itself is wrong the next time too. */
const PERMANENT = /^(entry|archive)\.|^document\.(?!timeout$|crashed$)|^storage\.file_missing$/;

/** Whether trying again can help. */
export function canEndOtherwise(task: Pick<BatchTask, "retryable" | "failure_reason">): boolean {
  return task.retryable && !PERMANENT.test(task.failure_reason ?? "");
}

export interface ReasonGroup {
  reason: string;
  category: NonNullable<BatchTask["error_category"]>;
  tasks: BatchTask[];
  /** Those for which trying again can help. */
  retryable: BatchTask[];
}

/** Largest group first; equal ones in the order of the archive. */
export function byReason(tasks: readonly BatchTask[]): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const task of tasks) {
    const reason = task.failure_reason ?? "internal";
    const group = groups.get(reason) ?? {
      reason,
      category: task.error_category ?? "unknown",
      tasks: [],
      retryable: [],
    };
    group.tasks.push(task);
    if (canEndOtherwise(task)) group.retryable.push(task);
    groups.set(reason, group);
  }
  return [...groups.values()].sort((a, b) => b.tasks.length - a.tasks.length);
}
