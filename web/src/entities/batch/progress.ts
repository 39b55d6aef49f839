// Progress of a batch, and whether it is still active.
import type { Batch } from "@/lib/api/types";

export interface BatchProgress {
  /** The expected number of entries; grows while a ZIP is being read. */
  total: number;
  /** Entries that need nothing more. */
  done: number;
  /** Entries a worker has or will have, those still to be made included. */
  open: number;
  /** Entries that wait for a person. */
  attention: number;
}

export function batchProgress(batch: Batch): BatchProgress {
  const { pending, processing, completed, failed, retry, skipped } = batch.counts;
  const done = completed + failed + skipped;
  const total = Math.max(pending + processing + retry + done, batch.expected ?? 0);
  return { total, done, open: total - done, attention: failed };
}

const FINAL = new Set(["completed", "failed"]);

/** Whether the batch is still being processed; screens poll only then. */
export function isBatchActive(batch: Batch): boolean {
  return batchProgress(batch).open > 0 || !FINAL.has(batch.status);
}

/** Polling interval of active work. */
export const POLL_MS = 1500;
