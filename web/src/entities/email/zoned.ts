// Wall time in a zone, as a Dayjs of which only the fields count.
import dayjs, { type Dayjs } from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELDS = "YYYY-MM-DDTHH:mm";

/** The wall time in the zone at a moment; now by default. */
export function wallTime(zone: string, at: Date = new Date()): Dayjs {
  return dayjs(dayjs(at).tz(zone).format(FIELDS));
}

/** The moment of a wall time in the zone. */
export function instantOf(wall: Dayjs, zone: string): Date {
  return dayjs.tz(wall.format(FIELDS), zone).toDate();
}

/** 9:00 of the next working day in the zone. */
export function nextMorning(zone: string, now: Date = new Date()): Dayjs {
  let day = wallTime(zone, now).add(1, "day").hour(9).startOf("hour");
  while (day.day() === 0 || day.day() === 6) day = day.add(1, "day");
  return day;
}
