import { describe, expect, it } from "vitest";
import type { CriterionResult } from "@/lib/api/types";
import { countVerdicts, criteriaInOrder, criterionOfMark, nameMarks, quotesOf, stripOrder } from "./evidence";

const result = (criterion: string, kind: "must" | "nice", verdict: CriterionResult["verdict"], weight = 25) =>
  ({ criterion, kind, verdict, weight }) as CriterionResult;

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

describe("a criterion without weight", () => {
  const withTrait = [result("patient", "must", "unknown", 0), ...criteria];
  it("has no mark, but keeps its place among the criteria", () => {
    expect(stripOrder(withTrait).map((item) => item.index)).toEqual([2, 4, 1, 3]);
    expect(criteriaInOrder(withTrait).map((item) => item.index)).toEqual([0, 2, 4, 1, 3]);
  });
  it("is skipped by the marks of a list, except in strips with a mark for each", () => {
    expect(criterionOfMark(withTrait, 4, 0)?.criterion).toBe("a");
    expect(criterionOfMark(withTrait, 5, 0)?.criterion).toBe("patient");
    expect(criterionOfMark(withTrait, 4, 4)).toBeUndefined();
  });
});

describe("nameMarks", () => {
  const strip = [
    { kind: "must", verdict: "met" },
    { kind: "nice", verdict: "not" },
  ] as const;
  it("names the marks in the rubric's order", () => {
    expect(nameMarks(strip, ["Rust", "Kafka"])).toEqual([
      { kind: "must", verdict: "met", criterion: "Rust" },
      { kind: "nice", verdict: "not", criterion: "Kafka" },
    ]);
  });
  it("names none without the rubric, or with one of other criteria", () => {
    expect(nameMarks(strip, null)).toEqual(strip);
    expect(nameMarks(strip, ["Rust"])).toEqual(strip);
  });
});

describe("quotesOf", () => {
  it("names each passage once, the best first", () => {
    expect(quotesOf({ quote: "one", moreQuotes: ["two", "one"] })).toEqual(["one", "two"]);
    expect(quotesOf({ quote: null })).toEqual([]);
  });
});

describe("countVerdicts", () => {
  it("counts every verdict, missing ones as zero", () => {
    expect(countVerdicts(criteria)).toEqual({ met: 3, partly: 0, not: 1, unknown: 0 });
  });
});
