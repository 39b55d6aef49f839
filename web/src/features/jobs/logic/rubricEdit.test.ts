import { describe, expect, it } from "vitest";
import { type EditedCriterion, editable, moved, normalized, placeAfter } from "./rubricEdit";

const criterion = (id: string, weight: number, kind: EditedCriterion["kind"] = "must"): EditedCriterion => ({
  id,
  text: id,
  kind,
  weight,
  dimension: "skills_match",
});
const sum = (criteria: readonly EditedCriterion[]) => criteria.reduce((total, { weight }) => total + weight, 0);

describe("an edited rubric", () => {
  it.each([[[1, 1, 1]], [[50, 30, 40]], [[0, 0]], [[33.3, 66.7]], [[100]]])(
    "scales weights %j to a sum of 100",
    (weights) => {
      const kept = normalized(weights.map((weight, at) => criterion(`c${at}`, weight)));
      expect(sum(kept)).toBeCloseTo(100, 5);
      expect(kept).toHaveLength(weights.length);
    },
  );
  it("keeps the source phrase of each criterion", () => {
    const source = { field: "jd", start: 3, end: 9 } as const;
    expect(normalized(editable([{ ...criterion("a", 100), source }]))[0]?.source).toEqual(source);
  });
  it("keeps a weight of zero", () => {
    const kept = normalized([0, 1, 1, 1].map((weight, at) => criterion(`c${at}`, weight)));
    expect(kept[0]?.weight).toBe(0);
    expect(sum(kept)).toBeCloseTo(100, 5);
  });
  it("keeps the proportions", () => {
    const [first, second] = normalized([criterion("a", 20), criterion("b", 60)]);
    expect([first?.weight, second?.weight]).toEqual([25, 75]);
  });
  it("moves a criterion past those of the other kind", () => {
    const mixed = [criterion("a", 1), criterion("n", 1, "nice"), criterion("b", 1)];
    expect(moved(mixed, 0, 1).map(({ id }) => id)).toEqual(["b", "n", "a"]);
    expect(placeAfter(mixed, 1, 1)).toBeNull();
  });
  it("moves a criterion only within its kind", () => {
    const all = [criterion("a", 1), criterion("b", 1), criterion("c", 1, "nice")];
    expect(moved(all, 0, 1).map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect(moved(all, 1, 1)).toEqual(all);
    expect(moved(all, 0, -1)).toEqual(all);
  });
});
