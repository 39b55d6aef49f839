// Segments of a batch's progress bar, one per state.
import type { Batch } from "@/lib/api/types";

export const SEGMENTS = ["completed", "failed", "skipped", "processing", "retry", "pending"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** Minimum width of a segment that is not empty. */
const MIN_PERCENT = 0.8;

/** Widths in per cent, which add up to what part of `expected` there is; empty while nothing is known. */
export function segments(counts: Batch["counts"], expected = 0): { state: Segment; percent: number }[] {
  const present = SEGMENTS.filter((state) => counts[state] > 0);
  const total = present.reduce((sum, state) => sum + counts[state], 0);
  if (total === 0) return [];
  const raised = present.map((state) => ({ state, percent: Math.max(MIN_PERCENT, (counts[state] / total) * 100) }));
  const sum = raised.reduce((whole, { percent }) => whole + percent, 0);
  const made = (total / Math.max(total, expected)) * 100;
  return raised.map(({ state, percent }) => ({ state, percent: (percent / sum) * made }));
}
