// The last hundred events of this tab, in memory only, for troubleshooting.

export interface LogEntry {
  number: number;
  at: string;
  kind: "session" | "request" | "error";
  text: string;
}

const MAX_ENTRIES = 100;
let entries: readonly LogEntry[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Logs an event. Never log input or URLs with search terms. */
export function log(kind: LogEntry["kind"], text: string): void {
  count += 1;
  entries = [{ number: count, at: new Date().toISOString(), kind, text }, ...entries].slice(0, MAX_ENTRIES);
  for (const listener of listeners) listener();
}

/** Newest first. */
export function logEntries(): readonly LogEntry[] {
  return entries;
}

/** Calls back with every entry. Returns the unsubscribe function. */
export function onLog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
