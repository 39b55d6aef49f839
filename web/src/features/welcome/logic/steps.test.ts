import { describe, expect, it } from "vitest";
import { nextStep, type Step, stepsFor } from "./steps";

const ALL: Step[] = ["job", "evaluate", "review"];

describe("stepsFor", () => {
  it("is all three with their pages", () => {
    expect(stepsFor({ pages: ["jobs", "evaluate", "ai-review"], permissions: ["evaluate:execute"] })).toEqual(ALL);
  });
  it("leaves evaluating out with view permission alone", () => {
    expect(stepsFor({ pages: ["evaluate", "ai-review"], permissions: ["evaluate:view"] })).toEqual(["review"]);
  });
  it("is empty without the pages", () => {
    expect(stepsFor({ pages: ["schedule", "talent-pool"], permissions: [] })).toEqual([]);
  });
});

describe("nextStep", () => {
  it("begins with a job", () => expect(nextStep(ALL, false, 0)).toBe("job"));
  it("goes on with resumes", () => expect(nextStep(ALL, true, 0)).toBe("evaluate"));
  it("turns to the candidates who wait", () => expect(nextStep(ALL, true, 3)).toBe("review"));
  it("keeps to what the member may do", () => expect(nextStep(["review"], false, 0)).toBe("review"));
});
