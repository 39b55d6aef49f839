import { describe, expect, it } from "vitest";
import type { WorkExperience } from "@/lib/api/types";
import { monthIndex, timelineScale } from "./timeline";

function job(start: string | null, end: string | null, is_current = false): WorkExperience {
  return { company_name: "A", position_title: "B", start_date: start, end_date: end, is_current, description: "" };
}

const TODAY = new Date(2024, 11, 15);

describe("the timeline's scale", () => {
  it("gives each month the same width, including both ends", () => {
    const scale = timelineScale([job("2024-01", null, true), job("2023-01", "2023-12")], null, TODAY);
    expect(scale?.bars.map((bar) => bar.span)).toEqual([
      { left: 50, width: 50 },
      { left: 0, width: 50 },
    ]);
    expect(scale?.bars.map((bar) => bar.months)).toEqual([12, 12]);
  });

  it("places gaps and overlaps on it", () => {
    const timeline = {
      total_months: 18,
      gaps: [{ start: "2023-07", end: "2023-12", months: 6 }],
      overlaps: [{ start: "2024-01", end: "2024-03", months: 3 }],
    };
    const scale = timelineScale([job("2023-01", "2023-06"), job("2024-01", "2024-12")], timeline, TODAY);
    expect(scale?.gaps[0]).toMatchObject({ left: 25, width: 25, months: 6 });
    expect(scale?.overlaps[0]).toMatchObject({ left: 50, width: 12.5 });
  });

  it("keeps undated employments without drawing them", () => {
    const scale = timelineScale([job("2024-01", "2024-06"), job("2024", null), job("2024-05", "2023-01")], null, TODAY);
    expect(scale?.bars.map((bar) => bar.span !== null)).toEqual([true, false, false]);
  });

  it("labels a limited number of years within the scale", () => {
    const years = timelineScale([job("1998-05", "2024-06")], null, TODAY)?.years ?? [];
    expect(years.length).toBeLessThanOrEqual(7);
    expect(years[0]).toMatchObject({ year: 1999 });
    expect(years.every(({ left }) => left >= 0 && left <= 100)).toBe(true);
  });

  it("is absent without dates", () => {
    expect(timelineScale([job(null, null)], null, TODAY)).toBeNull();
    expect(monthIndex("2024")).toBeNull();
  });
});
