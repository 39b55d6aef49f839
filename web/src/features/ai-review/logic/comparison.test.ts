import { describe, expect, it } from "vitest";
import type { CriterionResult } from "@/lib/api/types";
import { comparisonOf } from "./comparison";

const result = (criterion: string, kind: CriterionResult["kind"], verdict: CriterionResult["verdict"]) =>
  ({ criterion, kind, verdict, quote: "", confidence: 1, weight: 10 }) as CriterionResult;

describe("comparisonOf", () => {
  it("aligns the candidates by criterion, must-haves first, and marks differences", () => {
    const rows = comparisonOf([
      [result("Go", "nice", "met"), result("Rust", "must", "met")],
      [result("Rust", "must", "not"), result("Go", "nice", "met")],
    ]);
    expect(rows.map(({ criterion, differs }) => [criterion, differs])).toEqual([
      ["Rust", true],
      ["Go", false],
    ]);
    expect(rows[0]?.cells.map((cell) => cell?.verdict)).toEqual(["met", "not"]);
  });
  it("leaves missing verdicts open", () => {
    const [row] = comparisonOf([[result("Rust", "must", "met")], []]);
    expect(row?.cells[1]).toBeUndefined();
    expect(row?.differs).toBe(true);
  });
});
