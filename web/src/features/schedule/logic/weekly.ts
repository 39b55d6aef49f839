// Weekly hours as a form of seven days with at most one range each; further ranges of a day are kept as they are.
import type { InterviewHours } from "@/lib/api/types";

export type Range = InterviewHours["weekly"][number];

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export interface DayHours {
  weekday: number;
  ranges: { from: string; to: string }[];
}

export function daysOf(weekly: readonly Range[]): DayHours[] {
  return WEEKDAYS.map((weekday) => ({
    weekday,
    ranges: weekly
      .filter((range) => range.weekday === weekday)
      .map(({ from, to }) => ({ from, to }))
      .toSorted((a, b) => a.from.localeCompare(b.from)),
  }));
}

export function weeklyOf(days: readonly DayHours[]): Range[] {
  return days.flatMap(({ weekday, ranges }) => ranges.map(({ from, to }) => ({ weekday, from, to })));
}

/** Whether every range ends after it starts and none overlap. */
export function areValid(days: readonly DayHours[]): boolean {
  return days.every(({ ranges }) =>
    ranges.every(({ from, to }, at) => from < to && ranges.every((other, index) => index <= at || other.from >= to)),
  );
}

/** The days in a text, with any separator; null if one is invalid. */
export function readHolidays(text: string): string[] | null {
  const days = text.split(/[\s,，;；]+/).filter((day) => day !== "");
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return days.every(isDay) ? [...new Set(days)].toSorted() : null;
}
