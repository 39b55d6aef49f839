import { describe, expect, it } from "vitest";
import { daysOf, isRange, periodOf, periodText } from "./period";

describe("periodOf", () => {
  it("defaults to thirty days", () => {
    expect(periodOf(null)).toBe(30);
    expect(periodOf("90")).toBe(90);
    expect(periodOf("91")).toBe(30);
  });
});

describe("a custom period", () => {
  it("is stored in the URL by its first and last day", () => {
    const march = { from: "2026-03-01", to: "2026-03-31" };
    expect(periodText(march)).toBe("2026-03-01..2026-03-31");
    expect(periodOf(periodText(march))).toEqual(march);
    expect(daysOf(march, new Date(), "UTC")).toEqual(march);
    expect(periodOf(periodText(90))).toBe(90);
  });
  it("is ignored if reversed, too long or invalid", () => {
    for (const text of ["2026-03-02..2026-03-01", "2000-01-01..2026-01-01", "2026-13-01..2026-14-01", "2026-03-01"]) {
      expect(periodOf(text)).toBe(30);
    }
    expect(isRange({ from: "2026-03-01", to: "2026-03-01" })).toBe(true);
    expect(isRange({ from: "", to: "2026-03-01" })).toBe(false);
  });
});

describe("daysOf", () => {
  it("includes today", () => {
    const noon = new Date("2026-03-03T12:00:00Z");
    expect(daysOf(7, noon, "UTC")).toEqual({ from: "2026-02-25", to: "2026-03-03" });
  });
  it("ends with the current day of the time zone", () => {
    const early = new Date("2026-03-01T23:30:00Z");
    expect(daysOf(7, early, "Asia/Shanghai")).toEqual({ from: "2026-02-24", to: "2026-03-02" });
    expect(daysOf(7, early, "America/New_York")).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  });
});
