// Days in the viewer's zone, written YYYY-MM-DD.

export function dayOf(time: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Midnight of the day. */
export function startOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

export function addDays(day: string, count: number): string {
  const start = startOf(day);
  return dayOf(new Date(start.getFullYear(), start.getMonth(), start.getDate() + count));
}

/** The seven days of the day's week, Monday first. */
export function weekOf(day: string): string[] {
  const weekday = (startOf(day).getDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, at) => addDays(day, at - weekday));
}

export function isDay(value: string | null): value is string {
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && dayOf(startOf(value)) === value;
}
