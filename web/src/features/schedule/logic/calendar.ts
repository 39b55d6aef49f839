// Layout of interviews in a day's column, side by side if they overlap, and the result of dragging one.
import type { Schedule } from "@/lib/api/types";
import { dayOf, minuteOf, timeOn } from "./days";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Dragging snaps to quarters of an hour. */
const STEP_MINUTES = 15;

export interface PlacedSchedule {
  schedule: Schedule;
  /** Minutes since midnight. */
  from: number;
  to: number;
  /** Its column among `columns`. */
  column: number;
  columns: number;
}

/** The interviews that start on the day; overlapping ones share the width. */
export function placeDay(schedules: readonly Schedule[], day: string): PlacedSchedule[] {
  const ofDay = schedules
    .filter(({ start_time }) => dayOf(new Date(start_time)) === day)
    .map((schedule) => {
      const from = minuteOf(new Date(schedule.start_time));
      const length = Math.round((Date.parse(schedule.end_time) - Date.parse(schedule.start_time)) / MINUTE_MS);
      return { schedule, from, to: Math.min(from + length, DAY_MINUTES), column: 0, columns: 1 };
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  const placed: PlacedSchedule[] = [];
  let cluster: PlacedSchedule[] = [];
  let clusterEnd = -1;
  const close = () => {
    const columns = Math.max(0, ...cluster.map(({ column }) => column)) + 1;
    placed.push(...cluster.map((one) => ({ ...one, columns })));
    cluster = [];
  };
  for (const one of ofDay) {
    if (one.from >= clusterEnd) close();
    const taken = new Set(cluster.filter(({ to }) => to > one.from).map(({ column }) => column));
    let column = 0;
    while (taken.has(column)) column += 1;
    cluster.push({ ...one, column });
    clusterEnd = Math.max(cluster.length === 1 ? -1 : clusterEnd, one.to);
  }
  close();
  return placed;
}

/** The hours to show: working hours, extended to fit all interviews. */
export function hoursOf(placed: readonly PlacedSchedule[]): { first: number; last: number } {
  const first = Math.min(8, ...placed.map(({ from }) => Math.floor(from / 60)));
  const last = Math.max(19, ...placed.map(({ to }) => Math.ceil(to / 60)));
  return { first, last };
}

/** The half hour at a height of a day's column, which begins at the hour `first`. */
export function halfHourAt(first: number, pixels: number, hourPixels: number): number {
  const halves = Math.max(0, Math.floor((pixels / hourPixels) * 2));
  return Math.min(first * 60 + halves * 30, DAY_MINUTES - 30);
}

/** Start and end of an interview after it was dragged. */
export function movedTo(schedule: Schedule, day: string, minutes: number): { start_time: string; end_time: string } {
  const start = new Date(schedule.start_time);
  const length = Date.parse(schedule.end_time) - start.getTime();
  const wanted = minuteOf(start) + minutes;
  const snapped = Math.round(wanted / STEP_MINUTES) * STEP_MINUTES;
  const within = Math.max(0, Math.min(snapped, DAY_MINUTES - STEP_MINUTES));
  const to = timeOn(day, within);
  return { start_time: to.toISOString(), end_time: new Date(to.getTime() + length).toISOString() };
}
