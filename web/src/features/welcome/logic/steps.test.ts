import { describe, expect, it } from "vitest";
import { nextStep, type Step, stepsFor } from "./steps";

const ALL: Step[] = ["job", "evaluate", "review"];

describe("stepsFor", () => {
  it("has all three steps with their pages", () => {
    expect(stepsFor({ pages: ["jobs", "evaluate", "ai-review"], permissions: ["evaluate:execute"] })).toEqual(ALL);
  });
  it("omits evaluation with view permission only", () => {
    expect(stepsFor({ pages: ["evaluate", "ai-review"], permissions: ["evaluate:view"] })).toEqual(["review"]);
  });
  it("is empty without the pages", () => {
    expect(stepsFor({ pages: ["schedule", "talent-pool"], permissions: [] })).toEqual([]);
  });
});

describe("nextStep", () => {
  it("starts with a job", () => expect(nextStep(ALL, false, 0)).toBe("job"));
  it("continues with resumes", () => expect(nextStep(ALL, true, 0)).toBe("evaluate"));
  it("continues with waiting candidates", () => expect(nextStep(ALL, true, 3)).toBe("review"));
  it("offers only permitted steps", () => expect(nextStep(["review"], false, 0)).toBe("review"));
});
