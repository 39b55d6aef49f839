// Emails that were handed over on a page that was left before they were sent.

import type { Task } from "@/lib/api/types";
import { createAppStore } from "@/lib/store";

/** Emails for a later time are found with their candidates. */
const SOON_MS = 60_000;

/** Emails that can be undone until a moment, and whose outcome is still to come. */
export interface Sending {
  task: Task;
  at: Date;
  ids: readonly string[];
}

export const leftSendings = createAppStore<readonly Sending[]>(() => []);

export function leaveSending(sending: Sending): void {
  if (sending.at.getTime() - Date.now() <= SOON_MS) leftSendings.set([...leftSendings.get(), sending]);
}

export function settleSending({ task }: Sending): void {
  leftSendings.set(leftSendings.get().filter((other) => other.task.id !== task.id));
}
