import { expect, it } from "vitest";
import { areValid, daysOf, rangeAfter, weeklyOf } from "./weekly";

const weekly = [
  { weekday: 1, from: "14:00", to: "18:00" },
  { weekday: 1, from: "09:00", to: "12:00" },
  { weekday: 5, from: "09:00", to: "18:00" },
];

it("shows seven days and parses them in order", () => {
  const days = daysOf(weekly);
  expect(days.map(({ ranges }) => ranges.length)).toEqual([2, 0, 0, 0, 1, 0, 0]);
  expect(weeklyOf(days)).toEqual([weekly[1], weekly[0], weekly[2]]);
});

it("detects reversed and overlapping ranges", () => {
  const day = (...ranges: { from: string; to: string }[]) => [{ weekday: 1, ranges }];
  expect(areValid(daysOf(weekly))).toBe(true);
  expect(areValid(day({ from: "10:00", to: "09:00" }))).toBe(false);
  expect(areValid(day({ from: "09:00", to: "12:00" }, { from: "11:00", to: "13:00" }))).toBe(false);
  expect(areValid(day({ from: "09:00", to: "12:00" }, { from: "12:00", to: "13:00" }))).toBe(true);
});

it("adds a range that is valid after any other", () => {
  for (const to of ["12:00", "21:30", "22:00", "23:30"]) {
    const last = { from: "09:00", to };
    const next = rangeAfter([last]);
    expect(areValid([{ weekday: 1, ranges: next ? [last, next] : [] }]), to).toBe(true);
    expect(next?.from).toBe(to);
  }
  expect(rangeAfter([{ from: "09:00", to: "12:00" }])).toEqual({ from: "12:00", to: "14:00" });
  expect(rangeAfter([{ from: "22:00", to: "23:59" }])).toBeNull();
});
