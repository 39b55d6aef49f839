// A task followed to its end, its text shown while it is written; a stream that breaks is opened again.
import { api, openStream } from "./client";
import { ApiProblem } from "./problem";
import { readEvents } from "./stream";
import type { Task } from "./types";

const RETRY_MS = 1_000;

interface Watching {
  signal: AbortSignal;
  /** The text so far, whole. */
  onText?: (text: string) => void;
}

interface Written {
  is_more: boolean;
  text: string;
}

function parsed<T>(data: string): T | null {
  try {
    return JSON.parse(data) as T;
  } catch {
    return null;
  }
}

/** The text after one more piece of it, or after it began anew. */
export function grown(text: string, written: Written): string {
  return written.is_more ? text + written.text : written.text;
}

export function isTaskOver(task: Task): boolean {
  return task.status === "completed" || task.status === "failed";
}

/** Whether asking again may help. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status === 429 || error.status >= 500;
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Rejects when nobody waits any more, and when the task is not there. */
export async function followTask(
  organization_id: string,
  task_id: string,
  { signal, onText }: Watching,
): Promise<Task> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const response = await openStream(`/api/organizations/${organization_id}/tasks/${task_id}/text`, signal);
      let text = "";
      for await (const event of readEvents(response)) {
        if (event.type === "end") {
          const task = parsed<Task>(event.data);
          if (task) return task;
        }
        const written = event.type === "text" ? parsed<Written>(event.data) : null;
        if (written) {
          text = grown(text, written);
          onText?.(text);
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw error;
    }
    await pause(signal);
    signal.throwIfAborted();
    const params = { path: { organization_id, task_id } };
    const asked = await api
      .GET("/api/organizations/{organization_id}/tasks/{task_id}", { params, signal })
      .catch((error: unknown) => {
        if (signal.aborted || !mayPass(error)) throw error;
        return null;
      });
    if (asked?.data && isTaskOver(asked.data)) return asked.data;
  }
}
