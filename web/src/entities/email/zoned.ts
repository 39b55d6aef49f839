// Times as the clock on a wall in a zone shows them: a Dayjs that is read and written by its fields alone.
import dayjs, { type Dayjs } from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELDS = "YYYY-MM-DDTHH:mm";

/** What the clock in the zone shows at a moment; now without one. */
export function wallTime(zone: string, at: Date = new Date()): Dayjs {
  return dayjs(dayjs(at).tz(zone).format(FIELDS));
}

/** The moment at which the clock in the zone shows this. */
export function instantOf(wall: Dayjs, zone: string): Date {
  return dayjs.tz(wall.format(FIELDS), zone).toDate();
}

/** The next working morning in the zone: nine o'clock, and not on a weekend. */
export function nextMorning(zone: string, now: Date = new Date()): Dayjs {
  let day = wallTime(zone, now).add(1, "day").hour(9).startOf("hour");
  while (day.day() === 0 || day.day() === 6) day = day.add(1, "day");
  return day;
}
