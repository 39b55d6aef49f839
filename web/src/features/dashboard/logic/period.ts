// The periods of the dashboard, and their URL parameter: a number of days until today, or "2026-03-01..2026-03-31".
import { dayIn } from "@/i18n/format";

export const PERIODS = [7, 30, 90, 365] as const;

/** First and last day, as "2026-03-01". */
export interface DayRange {
  from: string;
  to: string;
}

export type Period = (typeof PERIODS)[number] | DayRange;

const DAY = 86_400_000;
/** The longest that the API takes. */
const MAX_DAYS = 3_660;

export function periodOf(value: string | null): Period {
  const [, from, to] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(value ?? "") ?? [];
  if (from && to && isRange({ from, to })) return { from, to };
  return PERIODS.find((days) => String(days) === value) ?? 30;
}

/** Whether they are days, in order, and not too many. */
export function isRange({ from, to }: DayRange): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return days >= 1 && days <= MAX_DAYS;
}

/** The period as in the URL. */
export function periodText(period: Period): string {
  return typeof period === "number" ? String(period) : `${period.from}..${period.to}`;
}

/** First and last day of a period, which ends today in the time zone unless it names its days. */
export function daysOf(period: Period, now: Date, timeZone: string): DayRange {
  if (typeof period !== "number") return period;
  const to = dayIn(timeZone, now);
  const from = new Date(Date.parse(to) - (period - 1) * DAY).toISOString().slice(0, 10);
  return { from, to };
}
