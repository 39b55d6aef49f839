import { POLL_MS } from "@/entities/batch/progress";
import { api } from "@/lib/api/client";
import { TASK } from "@/lib/api/taskStream";
import type { Task } from "@/lib/api/types";
import { isTaskActive } from "./tasks";

/** Polls a task until it finishes; calls `onProgress` after each poll. */
export async function waitForTask(
  organization_id: string,
  started: Task,
  onProgress: (task: Task) => void = () => {},
): Promise<Task> {
  let task = started;
  while (isTaskActive(task)) {
    onProgress(task);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const params = { path: { organization_id, task_id: task.id } };
    const { data } = await api.GET(TASK, { params });
    if (data) task = data;
  }
  onProgress(task);
  return task;
}
