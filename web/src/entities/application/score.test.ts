import { describe, expect, it } from "vitest";
import { scoreClass, thresholdOf, wholeScore } from "./score";
import { LEVEL } from "./stages";

describe("scoreClass", () => {
  it.each([
    [80, "excellent"],
    [79.9, "good"],
    [60, "good"],
    [59.9, "fair"],
    [40, "fair"],
    [39.9, "poor"],
  ])("maps %f to %s", (score, name) => {
    expect(scoreClass(score)).toBe(name);
  });
});

describe("wholeScore", () => {
  it("never reaches a threshold that the score does not", () => {
    expect([79.9, 80, 59.6, 0, 100].map(wholeScore)).toEqual([79, 80, 59, 0, 100]);
  });
});

describe("thresholdOf", () => {
  const thresholds = { strongly_recommend: 90, recommend: 70, average: 50 };
  it.each([
    [90, LEVEL.strong, 90, true],
    [89.9, LEVEL.recommended, 70, true],
    [50, LEVEL.average, 50, true],
    [49.9, LEVEL.notRecommended, 50, false],
  ] as const)(
    "finds what decided the level of %f by the job's own thresholds",
    (overallScore, level, score, isReached) => {
      expect(thresholdOf({ overallScore, thresholds })).toEqual({ level, score, isReached });
    },
  );
  it("returns null for evaluations made before thresholds were stored", () => {
    expect(thresholdOf({ overallScore: 90 })).toBeNull();
  });
});
