// The periods of the dashboard, and their URL parameter.

export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

const DAY = 86_400_000;

export function periodOf(value: string | null): Period {
  return PERIODS.find((days) => String(days) === value) ?? 30;
}

/** First and last day of a period that ends today, in the API's format. */
export function daysOf(period: Period, today: Date): { from: string; to: string } {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(today.getTime() - (period - 1) * DAY), to: day(today.getTime()) };
}
