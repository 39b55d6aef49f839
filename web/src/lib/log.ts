// The last hundred events of this tab, in memory only, for troubleshooting.
import { createAppStore } from "./store";

export interface LogEntry {
  number: number;
  at: string;
  kind: "session" | "request" | "error";
  text: string;
}

const MAX_ENTRIES = 100;
const entries = createAppStore<readonly LogEntry[]>(() => []);

/** Logs an event. Never log input or URLs with search terms. */
export function log(kind: LogEntry["kind"], text: string): void {
  const number = (entries.get()[0]?.number ?? 0) + 1;
  entries.set([{ number, at: new Date().toISOString(), kind, text }, ...entries.get()].slice(0, MAX_ENTRIES));
}

/** Newest first. */
export const logEntries = entries.get;

/** Calls back with every entry. Returns the unsubscribe function. */
export const onLog = entries.subscribe;
