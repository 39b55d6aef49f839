import { describe, expect, it } from "vitest";
import { segments } from "./segments";

const NONE = { pending: 0, processing: 0, completed: 0, failed: 0, retry: 0, skipped: 0 };

describe("the progress bar segments", () => {
  it("share the width by count, in workflow order", () => {
    expect(segments({ ...NONE, pending: 50, completed: 25, failed: 25 })).toEqual([
      { state: "completed", percent: 25 },
      { state: "failed", percent: 25 },
      { state: "pending", percent: 50 },
    ]);
  });

  it("show one in five thousand and still fill the bar exactly", () => {
    const bar = segments({ ...NONE, completed: 4_999, failed: 1 });
    expect(bar.find(({ state }) => state === "failed")?.percent).toBeGreaterThan(0.5);
    expect(bar.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100);
  });

  it("leave room for entries not yet created", () => {
    expect(segments({ ...NONE, pending: 50, completed: 50 }, 400)).toEqual([
      { state: "completed", percent: 12.5 },
      { state: "pending", percent: 12.5 },
    ]);
  });

  it("are empty before the first count", () => {
    expect(segments(NONE)).toEqual([]);
  });
});
