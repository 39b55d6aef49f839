// The last hundred things that happened in this tab, kept in memory alone, for whoever looks into a problem.

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

/** Writes something down. Never what was typed, and no address with what was searched for. */
export function log(kind: LogEntry["kind"], text: string): void {
  count += 1;
  entries = [{ number: count, at: new Date().toISOString(), kind, text }, ...entries].slice(0, MAX_ENTRIES);
  for (const listener of listeners) listener();
}

/** Newest first. */
export function logEntries(): readonly LogEntry[] {
  return entries;
}

/** Calls back with every entry. Returns the way to stop. */
export function onLog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
