// Streams a task's text until it ends, with reconnect.
import { pause } from "../pause";
import { api, openStream } from "./client";
import { isTransient } from "./problem";
import { readEvents } from "./stream";
import type { Task } from "./types";

export const TASK = "/api/organizations/{organization_id}/tasks/{task_id}";
const RETRY_MS = 1_000;

interface FollowOptions {
  signal: AbortSignal;
  /** The whole text so far. */
  onText?: (text: string) => void;
}

interface TextEvent {
  is_more: boolean;
  text: string;
}

function parseJson<T>(data: string): T | null {
  try {
    return JSON.parse(data) as T;
  } catch {
    return null;
  }
}

/** Appends an event's text, or replaces it after a restart. */
export function appendText(text: string, textEvent: TextEvent): string {
  return textEvent.is_more ? text + textEvent.text : textEvent.text;
}

export function isTaskOver(task: Task): boolean {
  return task.status === "completed" || task.status === "failed";
}

/** Rejects when aborted and when the task does not exist. */
export async function followTask(
  organization_id: string,
  task_id: string,
  { signal, onText }: FollowOptions,
): Promise<Task> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const response = await openStream(`/api/organizations/${organization_id}/tasks/${task_id}/text`, signal);
      let text = "";
      for await (const event of readEvents(response)) {
        if (event.type === "end") {
          const task = parseJson<Task>(event.data);
          if (task) return task;
        }
        const textEvent = event.type === "text" ? parseJson<TextEvent>(event.data) : null;
        if (textEvent) {
          text = appendText(text, textEvent);
          onText?.(text);
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
    }
    await pause(RETRY_MS, signal);
    signal.throwIfAborted();
    const params = { path: { organization_id, task_id } };
    const answer = await api.GET(TASK, { params, signal }).catch((error: unknown) => {
      if (signal.aborted || !isTransient(error)) throw error;
      return null;
    });
    if (answer?.data && isTaskOver(answer.data)) return answer.data;
  }
}
