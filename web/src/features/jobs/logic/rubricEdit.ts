// A rubric changed by hand: criteria are rewritten, weighed, added, removed and moved; the weights sum to 100 when it is kept.
import type { Criterion } from "@/lib/api/types";

export interface EditedCriterion {
  /** Empty for a new one. */
  id: string;
  text: string;
  kind: Criterion["kind"];
  weight: number;
  dimension: string;
  /** The phrase it was read from; none for a new one. */
  source?: Criterion["source"];
}

export function editable(criteria: readonly Criterion[]): EditedCriterion[] {
  return criteria.map(({ id, text, kind, weight, dimension, source }) => ({
    id,
    text,
    kind,
    weight,
    dimension,
    ...(source && { source }),
  }));
}

/** The same shares with a sum of exactly 100, one decimal each. */
export function normalized(criteria: readonly EditedCriterion[]): EditedCriterion[] {
  const sum = criteria.reduce((total, { weight }) => total + weight, 0);
  const tenths = criteria.map(({ weight }) =>
    sum > 0 ? Math.floor((weight / sum) * 1000) : Math.floor(1000 / criteria.length),
  );
  let rest = 1000 - tenths.reduce((total, tenth) => total + tenth, 0);
  return criteria.map((criterion, at) => {
    // What weighs nothing is asked about and goes on weighing nothing.
    const extra = rest > 0 && (sum === 0 || criterion.weight > 0) ? 1 : 0;
    rest -= extra;
    return { ...criterion, weight: ((tenths[at] ?? 0) + extra) / 10 };
  });
}

/** Moves one within its kind; at an end it stays. */
export function moved(criteria: readonly EditedCriterion[], at: number, by: 1 | -1): EditedCriterion[] {
  const next = [...criteria];
  const from = next[at];
  const to = next[at + by];
  if (!from || !to || from.kind !== to.kind) return next;
  next[at] = to;
  next[at + by] = from;
  return next;
}
