import { describe, expect, it } from "vitest";
import { daysOf, periodOf } from "./period";

describe("periodOf", () => {
  it("is thirty days unless another one is named", () => {
    expect(periodOf(null)).toBe(30);
    expect(periodOf("90")).toBe(90);
    expect(periodOf("91")).toBe(30);
  });
});

describe("daysOf", () => {
  it("counts today", () => {
    expect(daysOf(7, new Date("2026-03-03T12:00:00Z"))).toEqual({ from: "2026-02-25", to: "2026-03-03" });
  });
});
