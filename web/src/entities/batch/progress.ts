// How far a batch is, and when there is still something to wait for.
import type { Batch } from "@/lib/api/types";

export interface BatchProgress {
  /** Entries found so far; grows while the ZIP is being read. */
  total: number;
  /** Entries that need nothing more. */
  done: number;
  /** Entries a worker has or will have. */
  open: number;
  /** Entries that wait for a person. */
  attention: number;
}

export function batchProgress(batch: Batch): BatchProgress {
  const { pending, processing, completed, failed, retry, skipped } = batch.counts;
  const open = pending + processing + retry;
  return { total: open + completed + failed + skipped, done: completed + failed + skipped, open, attention: failed };
}

const FINAL = new Set(["completed", "failed"]);

/** Whether the server still works on it: screens poll while this holds, and are still when it does not. */
export function isBatchActive(batch: Batch): boolean {
  return batchProgress(batch).open > 0 || !FINAL.has(batch.status);
}

/** Milliseconds between two looks at something active. */
export const POLL_MS = 1500;
