// The view of /schedule, stored in the URL.
import { addDays, isDay, weekOf } from "./days";

export const VIEWS = ["list", "day", "week"] as const;
export type ViewKind = (typeof VIEWS)[number];

/** Number of past days in the list, and per further step. */
export const PAST_DAYS = 7;
const OLDER_DAYS = 30;

export interface ScheduleView {
  kind: ViewKind;
  mine: boolean;
  day: string;
  /** How many further steps of the past are shown. */
  older: number;
  id: string | null;
}

/** `mine` is what the address doesn't say: an interviewer's own interviews, for other roles those of all. */
export function viewOf(params: URLSearchParams, today: string, mine = false): ScheduleView {
  const older = Number(params.get("older"));
  const day = params.get("day");
  return {
    kind: VIEWS.find((kind) => kind === params.get("view")) ?? "list",
    mine: params.has("mine") ? params.get("mine") === "1" : mine,
    day: isDay(day) ? day : today,
    older: Number.isInteger(older) && older > 0 ? older : 0,
    id: params.get("id"),
  };
}

export function withView(
  params: URLSearchParams,
  change: Partial<ScheduleView>,
  today: string,
  mine = false,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const view = { ...viewOf(params, today, mine), ...change };
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put("view", view.kind === "list" ? null : view.kind);
  put("mine", view.mine === mine ? null : view.mine ? "1" : "0");
  put("day", view.day === today ? null : view.day);
  put("older", view.older > 0 ? String(view.older) : null);
  put("id", view.id);
  return next;
}

/** The days to fetch: the list from a week ago on, a day, or a week. */
export function spanOf(view: ScheduleView, today: string): { first: string; last: string | null } {
  if (view.kind === "list") return { first: addDays(today, -PAST_DAYS - view.older * OLDER_DAYS), last: null };
  if (view.kind === "day") return { first: view.day, last: view.day };
  const week = weekOf(view.day);
  return { first: week[0] ?? view.day, last: week[6] ?? view.day };
}
