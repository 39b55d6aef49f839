// Days in the viewer's time zone, written YYYY-MM-DD.
import { instantAt, wallTimeOf } from "@/i18n/wallClock";

const DAY_MS = 86_400_000;

const twoDigits = (value: number) => String(value).padStart(2, "0");

export function dayOf(time: Date): string {
  const { year, month, day } = wallTimeOf(time);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Minutes since midnight, as the clock shows them. */
export function minuteOf(time: Date): number {
  const { hour, minute } = wallTimeOf(time);
  return hour * 60 + minute;
}

/** When the clock shows so many minutes after the day's midnight. */
export function timeOn(day: string, minutes: number): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return instantAt({ year, month, day: date, hour: Math.floor(minutes / 60), minute: minutes % 60 });
}

/** Midnight of the day. */
export function startOf(day: string): Date {
  return timeOn(day, 0);
}

/** Midnight of the day in UTC, where every day has 24 hours. */
function asUtc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

export function addDays(day: string, count: number): string {
  return new Date(asUtc(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);
}

/** The seven days of the day's week, Monday first. */
export function weekOf(day: string): string[] {
  const weekday = (asUtc(day).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, at) => addDays(day, at - weekday));
}

export function isDay(value: string | null): value is string {
  return (
    value !== null &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(asUtc(value).getTime()) &&
    addDays(value, 0) === value
  );
}
