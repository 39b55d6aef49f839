// Rows of the queue grouped by why they are there: what needs attention, and what was passed over.
import type { BatchTask } from "@/lib/api/types";

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
    if (task.retryable) group.retryable.push(task);
    groups.set(reason, group);
  }
  return [...groups.values()].sort((a, b) => b.tasks.length - a.tasks.length);
}
