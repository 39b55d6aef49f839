import { POLL_MS } from "@/entities/batch/progress";
import { api } from "@/lib/api/client";
import { isTransient } from "@/lib/api/problem";
import { TASK } from "@/lib/api/taskStream";
import type { Task } from "@/lib/api/types";
import { pause } from "@/lib/pause";
import { isTaskActive } from "./tasks";

/** Polling interval of a task that isn't due yet. */
export const SCHEDULED_POLL_MS = 30_000;
/** From this long before it is due, a task is polled as if it had started. */
const DUE_SOON_MS = 60_000;

interface WaitOptions {
  signal: AbortSignal;
  /** Called before each poll, and with the finished task. */
  onProgress?: (task: Task) => void;
  /** When the task is due to start, if later. */
  dueAt?: Date;
}

/** Polls a task until it finishes, through failed polls that a retry may help; rejects when aborted. */
export async function waitForTask(
  organization_id: string,
  started: Task,
  { signal, onProgress, dueAt }: WaitOptions,
): Promise<Task> {
  const params = { path: { organization_id, task_id: started.id } };
  let task = started;
  while (isTaskActive(task)) {
    onProgress?.(task);
    const isDueSoon = !dueAt || dueAt.getTime() - Date.now() <= DUE_SOON_MS;
    await pause(isDueSoon ? POLL_MS : SCHEDULED_POLL_MS, signal);
    signal.throwIfAborted();
    const answer = await api.GET(TASK, { params, signal }).catch((error: unknown) => {
      if (signal.aborted || !isTransient(error)) throw error;
      return null;
    });
    if (answer?.data) task = answer.data;
  }
  onProgress?.(task);
  return task;
}
