import { describe, expect, it } from "vitest";
import { scoreClass, tierOf } from "./score";
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

describe("tierOf", () => {
  it("has three tiers and puts the rest into the third", () => {
    expect(
      ([LEVEL.strong, LEVEL.recommended, LEVEL.average, LEVEL.notRecommended, LEVEL.toBeEvaluated] as const).map(
        tierOf,
      ),
    ).toEqual([1, 2, 3, 3, 3]);
  });
});
