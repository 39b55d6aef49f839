import { expect, it } from "vitest";
import { slotsByDay } from "./slots";

it("groups times by the day they are in the reader's zone", () => {
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
