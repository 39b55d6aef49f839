import { describe, expect, it } from "vitest";
import { isByEarlierEvaluation, LEVEL, SUB_STATUS } from "./stages";

describe("a recommendation beside a level", () => {
  const { recommendContact, recommendReject, onlineScheduled } = SUB_STATUS;

  it("is of an earlier evaluation if the level would lead to the other", () => {
    for (const level of [LEVEL.average, LEVEL.notRecommended]) {
      expect(isByEarlierEvaluation(recommendContact, level)).toBe(true);
      expect(isByEarlierEvaluation(recommendReject, level)).toBe(false);
    }
    for (const level of [LEVEL.strong, LEVEL.recommended]) {
      expect(isByEarlierEvaluation(recommendContact, level)).toBe(false);
      expect(isByEarlierEvaluation(recommendReject, level)).toBe(true);
    }
  });

  it("to reject is never of an evaluation without a level, to contact may be a person's choice", () => {
    expect(isByEarlierEvaluation(recommendReject, LEVEL.toBeEvaluated)).toBe(true);
    expect(isByEarlierEvaluation(recommendContact, LEVEL.toBeEvaluated)).toBe(false);
  });

  it("is nothing else", () => {
    expect(isByEarlierEvaluation(onlineScheduled, LEVEL.notRecommended)).toBe(false);
    expect(isByEarlierEvaluation(recommendContact, null)).toBe(false);
  });
});
