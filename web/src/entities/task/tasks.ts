// Filters the tasks of the tray. Batches have their own rows.
import type { Task } from "@/lib/api/types";

/** How long a finished task is shown. */
const RECENT_MS = 3_600_000;
/** Parts of other work, and what the server does by itself. Single emails are shown with the request they are part of. */
const HIDDEN_KINDS = [
  "batch.unpack",
  "resume.evaluate",
  "resumes.evaluate",
  "email.send",
  "model_batches.exchange",
  "mailbox.poll",
  "calendar.refresh",
  "interview.remind",
  "interview.send_reminder",
  "account_mail.send",
  "candidates.digest",
] as const satisfies readonly Task["kind"][];

/** The kinds that the tray may show. */
export type TrayKind = Exclude<Task["kind"], (typeof HIDDEN_KINDS)[number]>;
export type TrayTask = Task & { kind: TrayKind };

/** Shown by their batches, or where they were asked for; these tasks only appear if they failed. */
const ONLY_FAILED_KINDS: readonly TrayKind[] = [
  "applications.evaluate",
  "pool.rank",
  "interview.announce",
  "interview.announce_changes",
  "interview.call_off",
  "interview.follow_up",
  "text.translate",
  "batch.clear",
  "batch.retry",
  "offer.notify",
  "offer.mail",
];

function isTrayTask(task: Task): task is TrayTask {
  return !(HIDDEN_KINDS as readonly Task["kind"][]).includes(task.kind);
}

/** Whether the task is not finished. */
export function isTaskActive(task: Task): boolean {
  return task.status !== "completed" && task.status !== "failed";
}

/** Whether a user cancelled it. */
export function isTaskCancelled(task: Task): boolean {
  return task.status === "failed" && task.error?.message === "task.cancelled";
}

/** Whether a worker has begun with it; one that has not may be due later, such as a scheduled email. */
export function isTaskRunning(task: Task): boolean {
  return isTaskActive(task) && task.started_at != null;
}

/** Active tasks, and recently finished ones that were not dismissed. */
export function trayTasks(tasks: readonly Task[], dismissed: ReadonlySet<string>, now: number): TrayTask[] {
  return tasks.filter(isTrayTask).filter((task) => {
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
