import { describe, expect, it } from "vitest";
import type { CriterionResult } from "@/lib/api/types";
import { countVerdicts, stripOrder } from "./evidence";

const result = (criterion: string, kind: "must" | "nice", verdict: CriterionResult["verdict"]) =>
  ({ criterion, kind, verdict }) as CriterionResult;

const criteria = [
  result("a", "nice", "met"),
  result("b", "must", "not"),
  result("c", "nice", "met"),
  result("d", "must", "met"),
];

describe("stripOrder", () => {
  it("puts must-haves first and keeps the rubric's order within each kind", () => {
    expect(stripOrder(criteria).map((item) => item.result.criterion)).toEqual(["b", "d", "a", "c"]);
  });
  it("keeps the position of each criterion in the evaluation", () => {
    expect(stripOrder(criteria).map((item) => item.index)).toEqual([1, 3, 0, 2]);
  });
});

describe("countVerdicts", () => {
  it("counts every verdict, missing ones as zero", () => {
    expect(countVerdicts(criteria)).toEqual({ met: 3, partly: 0, not: 1, unknown: 0 });
  });
});
