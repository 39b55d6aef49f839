// Evaluations side by side: one row per criterion, must-haves first.
import { stripOrder } from "@/entities/application/evidence";
import type { CriterionResult } from "@/lib/api/types";

export interface ComparisonRow {
  criterion: string;
  kind: CriterionResult["kind"];
  /** One per candidate; undefined if the criterion was not judged. */
  cells: (CriterionResult | undefined)[];
  /** Whether the candidates' verdicts differ. */
  differs: boolean;
}

export function comparisonOf(evaluations: readonly (readonly CriterionResult[])[]): ComparisonRow[] {
  const criteria = new Map<string, CriterionResult["kind"]>();
  for (const evaluation of evaluations) {
    for (const { result } of stripOrder(evaluation)) {
      if (!criteria.has(result.criterion)) criteria.set(result.criterion, result.kind);
    }
  }
  const musts = [...criteria].filter(([, kind]) => kind === "must");
  const nices = [...criteria].filter(([, kind]) => kind !== "must");
  return [...musts, ...nices].map(([criterion, kind]) => {
    const cells = evaluations.map((evaluation) => evaluation.find((result) => result.criterion === criterion));
    return { criterion, kind, cells, differs: new Set(cells.map((cell) => cell?.verdict)).size > 1 };
  });
}
