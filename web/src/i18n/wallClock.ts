// Wall-clock time in the user's time zone.
import { currentTimeZone } from "./dateStyle";

export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

export function wallTimeOf(time: Date, timeZone = currentTimeZone()): WallTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return { year: part("year"), month: part("month"), day: part("day"), hour: part("hour"), minute: part("minute") };
}

const MINUTE_MS = 60_000;

function asUtc({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** The moment of a wall-clock time; of two, the earlier. */
export function instantAt(wall: WallTime, timeZone = currentTimeZone()): Date {
  const wanted = asUtc(wall);
  const offsetAt = (at: number) => asUtc(wallTimeOf(new Date(at), timeZone)) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  // The first guess may have the offset of the other side of a clock change.
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess));
}
