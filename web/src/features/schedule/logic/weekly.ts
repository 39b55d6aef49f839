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

export const DEFAULT_HOURS = { from: "09:00", to: "18:00" };
/** The last time a day's range can end at. */
const END_OF_DAY = "23:59";

/** Another range of the day: two hours after the last one, or as long as the day has; null at its end. */
export function rangeAfter(ranges: DayHours["ranges"]): DayHours["ranges"][number] | null {
  const last = ranges.at(-1);
  if (!last) return DEFAULT_HOURS;
  if (last.to >= END_OF_DAY) return null;
  const [hour = 0, minute = 0] = last.to.split(":").map(Number);
  const end = `${String(hour + 2).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  return { from: last.to, to: hour + 2 < 24 ? end : END_OF_DAY };
}

/** Whether every range ends after it starts and none overlap. */
export function areValid(days: readonly DayHours[]): boolean {
  return days.every(({ ranges }) =>
    ranges.every(({ from, to }, at) => from < to && ranges.every((other, index) => index <= at || other.from >= to)),
  );
}
