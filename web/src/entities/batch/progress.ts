// Progress of a batch, and whether it is still active.
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

/** Whether the batch is still being processed; screens poll only then. */
export function isBatchActive(batch: Batch): boolean {
  return batchProgress(batch).open > 0 || !FINAL.has(batch.status);
}

/** Polling interval of active work. */
export const POLL_MS = 1500;
