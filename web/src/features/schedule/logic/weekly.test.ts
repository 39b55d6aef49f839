import { expect, it } from "vitest";
import { areValid, daysOf, readHolidays, weeklyOf } from "./weekly";

const weekly = [
  { weekday: 1, from: "14:00", to: "18:00" },
  { weekday: 1, from: "09:00", to: "12:00" },
  { weekday: 5, from: "09:00", to: "18:00" },
];

it("shows a week of seven days and reads it back in order", () => {
  const days = daysOf(weekly);
  expect(days.map(({ ranges }) => ranges.length)).toEqual([2, 0, 0, 0, 1, 0, 0]);
  expect(weeklyOf(days)).toEqual([weekly[1], weekly[0], weekly[2]]);
});

it("knows ranges that end before they begin or overlap", () => {
  const day = (...ranges: { from: string; to: string }[]) => [{ weekday: 1, ranges }];
  expect(areValid(daysOf(weekly))).toBe(true);
  expect(areValid(day({ from: "10:00", to: "09:00" }))).toBe(false);
  expect(areValid(day({ from: "09:00", to: "12:00" }, { from: "11:00", to: "13:00" }))).toBe(false);
  expect(areValid(day({ from: "09:00", to: "12:00" }, { from: "12:00", to: "13:00" }))).toBe(true);
});

it("reads holidays however they are separated", () => {
  expect(readHolidays("2026-10-01, 2026-05-01\n2026-10-01")).toEqual(["2026-05-01", "2026-10-01"]);
  expect(readHolidays("")).toEqual([]);
  expect(readHolidays("tomorrow")).toBeNull();
});
