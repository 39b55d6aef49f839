// The bar of a batch: one segment per state, in the order things go.
import type { Batch } from "@/lib/api/types";

export const SEGMENTS = ["completed", "failed", "skipped", "processing", "retry", "pending"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** A state that exists at all is seen, however few there are. */
const MIN_PERCENT = 0.8;

/** Widths in per cent, which add up to 100; empty while nothing is known. */
export function segments(counts: Batch["counts"]): { state: Segment; percent: number }[] {
  const present = SEGMENTS.filter((state) => counts[state] > 0);
  const total = present.reduce((sum, state) => sum + counts[state], 0);
  if (total === 0) return [];
  const raised = present.map((state) => ({ state, percent: Math.max(MIN_PERCENT, (counts[state] / total) * 100) }));
  const sum = raised.reduce((whole, { percent }) => whole + percent, 0);
  return raised.map(({ state, percent }) => ({ state, percent: (percent / sum) * 100 }));
}
