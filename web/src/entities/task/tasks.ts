// Filters the tasks of the tray. Batches have their own rows.
import type { Task } from "@/lib/api/types";

/** How long a finished task is shown. */
const RECENT_MS = 3_600_000;
// Single emails are shown with the request they are part of.
const PART_KINDS: readonly Task["kind"][] = ["batch.unpack", "resume.evaluate", "resumes.evaluate", "email.send"];
/** Shown by their batches, or sent with what was done on the page; these tasks only appear if they failed. */
const ONLY_FAILED_KINDS: readonly Task["kind"][] = [
  "applications.evaluate",
  "pool.rank",
  "interview.announce",
  "interview.announce_changes",
  "interview.call_off",
  "offer.notify",
];

/** Whether the task is not finished. */
export function isTaskActive(task: Task): boolean {
  return task.status !== "completed" && task.status !== "failed";
}

/** Whether a user cancelled it. */
export function isTaskCancelled(task: Task): boolean {
  return task.status === "failed" && task.error?.message === "task.cancelled";
}

/** Active tasks, and recently finished ones that were not dismissed. */
export function trayTasks(tasks: readonly Task[], dismissed: ReadonlySet<string>, now: number): Task[] {
  return tasks.filter((task) => {
    if (PART_KINDS.includes(task.kind)) return false;
    if (ONLY_FAILED_KINDS.includes(task.kind) && task.status !== "failed") return false;
    if (isTaskActive(task)) return true;
    return !dismissed.has(task.id) && now - Date.parse(task.finished_at ?? task.created_at) < RECENT_MS;
  });
}

/** The batches created by recently finished tasks. */
export function batchesOf(tasks: readonly Task[], now: number): string[] {
  return tasks
    .filter((task) => task.status === "completed" && now - Date.parse(task.finished_at ?? task.created_at) < RECENT_MS)
    .flatMap(({ result }) => {
      const ids = (result as { batch_ids?: unknown } | null | undefined)?.batch_ids;
      return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
    });
}
