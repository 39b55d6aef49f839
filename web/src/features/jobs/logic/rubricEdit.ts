// Editing a rubric: criteria can be changed, weighted, added, removed and moved; weights sum to 100 when saved.
import type { Criterion } from "@/lib/api/types";

export interface EditedCriterion {
  /** Empty for a new one. */
  id: string;
  text: string;
  kind: Criterion["kind"];
  weight: number;
  dimension: string;
  /** The highest score of a resume that shows it to be missing. */
  cap?: number;
  /** The phrase it is based on; none for a new one. */
  source?: Criterion["source"];
}

export function editable(criteria: readonly Criterion[]): EditedCriterion[] {
  return criteria.map(({ id, text, kind, weight, dimension, cap, source }) => ({
    id,
    text,
    kind,
    weight,
    dimension,
    ...(cap != null && { cap }),
    ...(source && { source }),
  }));
}

/** Scales the weights to a sum of exactly 100, with one decimal. */
export function normalized(criteria: readonly EditedCriterion[]): EditedCriterion[] {
  const sum = criteria.reduce((total, { weight }) => total + weight, 0);
  const tenths = criteria.map(({ weight }) =>
    sum > 0 ? Math.floor((weight / sum) * 1000) : Math.floor(1000 / criteria.length),
  );
  let rest = 1000 - tenths.reduce((total, tenth) => total + tenth, 0);
  return criteria.map((criterion, at) => {
    // A weight of zero stays zero.
    const extra = rest > 0 && (sum === 0 || criterion.weight > 0) ? 1 : 0;
    rest -= extra;
    return { ...criterion, weight: ((tenths[at] ?? 0) + extra) / 10 };
  });
}

/** The criteria with another cap of one of them; without any if null. */
export function withCap(criteria: readonly EditedCriterion[], at: number, cap: number | null): EditedCriterion[] {
  return criteria.map((criterion, place) => {
    if (place !== at) return criterion;
    const { cap: _former, ...rest } = criterion;
    return cap === null ? rest : { ...rest, cap };
  });
}

/** Where a criterion moves to: the next place of its kind; null at the end. */
export function placeAfter(criteria: readonly EditedCriterion[], at: number, by: 1 | -1): number | null {
  for (let place = at + by; place >= 0 && place < criteria.length; place += by) {
    if (criteria[place]?.kind === criteria[at]?.kind) return place;
  }
  return null;
}

/** Moves a criterion among those of its kind; at the end it stays. */
export function moved(criteria: readonly EditedCriterion[], at: number, by: 1 | -1): EditedCriterion[] {
  const next = [...criteria];
  const place = placeAfter(criteria, at, by);
  const from = next[at];
  const to = place === null ? undefined : next[place];
  if (place === null || !from || !to) return next;
  next[at] = to;
  next[place] = from;
  return next;
}
