// The list of interviews: upcoming by day, then past ones, latest first.
import type { Schedule } from "@/lib/api/types";
import { dayOf } from "./days";

export interface AgendaDay {
  day: string;
  schedules: Schedule[];
}

export interface Agenda {
  upcoming: AgendaDay[];
  past: AgendaDay[];
}

/** Whether it is over and has no outcome yet. */
export function needsOutcome(schedule: Schedule, now: number): boolean {
  return schedule.status === "scheduled" && Date.parse(schedule.end_time) <= now;
}

const SOON_MS = 60 * 60_000;

/** How soon an interview is, to offer starting it: within the hour, later today, or not today. */
export function proximity({ start_time }: Pick<Schedule, "start_time">, now: number): "soon" | "today" | "later" {
  if (Date.parse(start_time) - now <= SOON_MS) return "soon";
  return dayOf(new Date(start_time)) === dayOf(new Date(now)) ? "today" : "later";
}

export function agendaOf(schedules: readonly Schedule[], now: number): Agenda {
  const byStart = schedules.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  const isOver = (schedule: Schedule) => Date.parse(schedule.end_time) <= now;
  return {
    upcoming: daysOf(byStart.filter((schedule) => !isOver(schedule))),
    past: daysOf(byStart.filter(isOver).toReversed()),
  };
}

function daysOf(schedules: readonly Schedule[]): AgendaDay[] {
  const days = new Map<string, Schedule[]>();
  for (const schedule of schedules) {
    const day = dayOf(new Date(schedule.start_time));
    days.set(day, [...(days.get(day) ?? []), schedule]);
  }
  return [...days].map(([day, list]) => ({ day, schedules: list }));
}
