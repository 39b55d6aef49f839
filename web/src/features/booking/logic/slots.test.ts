import { expect, it } from "vitest";
import { slotsByDay, zoneName } from "./slots";

it("groups times by day in the reader's zone", () => {
  const slots = ["2026-03-04T16:30:00Z", "2026-03-04T17:30:00Z", "2026-03-05T02:00:00Z"].map((start_time) => ({
    start_time,
    end_time: start_time,
  }));
  const days = (zone: string) => slotsByDay(slots, zone).map(({ day, slots: those }) => [day, those.length]);
  expect(days("Asia/Jakarta")).toEqual([
    ["2026-03-04", 1],
    ["2026-03-05", 2],
  ]);
  expect(days("UTC")).toEqual([
    ["2026-03-04", 2],
    ["2026-03-05", 1],
  ]);
});

it.each([
  ["zh-CN", "Asia/Shanghai", "中国标准时间"],
  ["en-US", "Asia/Singapore", "Singapore Standard Time"],
  ["en-US", "America/New_York", "Eastern Time"],
  ["id-ID", "Asia/Jakarta", "Waktu Indonesia Barat"],
])("names in %s the zone %s", (language, zone, name) => {
  expect(zoneName(zone, language)).toBe(name);
});
