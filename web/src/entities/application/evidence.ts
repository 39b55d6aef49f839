// Order and counts of an evidence strip, the same for every candidate of a job.
import type { CriterionResult, Verdict } from "@/lib/api/types";

export interface StripItem {
  /** Index in the evaluation, to identify the opened criterion. */
  index: number;
  result: CriterionResult;
}

/** Must-haves first; within each kind in the rubric's order, whatever the verdicts. */
export function stripOrder(criteria: readonly CriterionResult[]): StripItem[] {
  const items = criteria.map((result, index) => ({ index, result }));
  return [
    ...items.filter((item) => item.result.kind === "must"),
    ...items.filter((item) => item.result.kind !== "must"),
  ];
}

export function countVerdicts(criteria: readonly Pick<CriterionResult, "verdict">[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { met: 0, partly: 0, not: 0, unknown: 0 };
  for (const { verdict } of criteria) counts[verdict] += 1;
  return counts;
}
