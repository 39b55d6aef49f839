// Order, counts and points of an evaluation's criteria, the same for every candidate of a job.
import type { AiEval, CriterionResult, ScorePart, StripGlyph, Verdict } from "@/lib/api/types";

export interface StripItem {
  /** Index in the evaluation, to identify the opened criterion. */
  index: number;
  result: CriterionResult;
}

/** Must-haves first; within each kind in the rubric's order, whatever the verdicts. */
export function criteriaInOrder(criteria: readonly CriterionResult[]): StripItem[] {
  const items = criteria.map((result, index) => ({ index, result }));
  return [
    ...items.filter((item) => item.result.kind === "must"),
    ...items.filter((item) => item.result.kind !== "must"),
  ];
}

/** Whether a criterion counts; the others are questions for the interview and have no mark in strips. */
export function isScored({ weight }: { weight?: number }): boolean {
  return weight !== 0;
}

/** The criteria with a mark, in order. */
export function stripOrder(criteria: readonly CriterionResult[]): StripItem[] {
  return criteriaInOrder(criteria).filter(({ result }) => isScored(result));
}

/** The criterion of the mark at an index of a list's strip; strips of earlier evaluations have a mark for each. */
export function criterionOfMark(
  criteria: readonly CriterionResult[],
  marks: number,
  at: number,
): CriterionResult | undefined {
  return (marks === criteria.length ? criteria : criteria.filter(isScored))[at];
}

/** A strip with the criteria's names, if it was made with the current rubric. */
export function nameMarks(
  strip: readonly StripGlyph[],
  criteria: readonly string[] | null,
): readonly (StripGlyph & { criterion?: string })[] {
  if (criteria?.length !== strip.length) return strip;
  return strip.map((mark, at) => ({ ...mark, criterion: criteria[at] ?? "" }));
}

export function countVerdicts(criteria: readonly Pick<CriterionResult, "verdict">[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { met: 0, partly: 0, not: 0, unknown: 0 };
  for (const { verdict } of criteria) counts[verdict] += 1;
  return counts;
}

/** All quotations of a criterion, the best first. */
export function quotesOf({ quote, moreQuotes }: Pick<CriterionResult, "quote" | "moreQuotes">): string[] {
  return [...new Set([quote, ...(moreQuotes ?? [])])].filter((text) => typeof text === "string");
}

/** The points of each criterion, by its index; none for evaluations without a sum. */
export function pointsOf({
  criteria,
  score_parts,
}: Pick<AiEval, "criteria" | "score_parts">): (ScorePart | undefined)[] {
  // The parts are in the criteria's order, with career fit after them.
  return criteria.map((_, index) => score_parts?.[index]);
}
