// Date format and time zone of the user, stored in the browser for the first render.
import { useSyncExternalStore } from "react";
import { createAppStore } from "@/lib/store";

export type DateFormat = "language" | "iso" | "day_first" | "month_first";

export interface DateStyle {
  format: DateFormat;
  /** An IANA time zone; null for the browser's. */
  timeZone: string | null;
}

const KEY = "bole.dates";
const DEFAULT_STYLE: DateStyle = { format: "language", timeZone: null };
const FORMATS: readonly unknown[] = ["language", "iso", "day_first", "month_first"];

const style = createAppStore(read);

function read(): DateStyle {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return DEFAULT_STYLE;
    const { format, timeZone } = stored as Partial<DateStyle>;
    return FORMATS.includes(format)
      ? { format: format as DateFormat, timeZone: supportedTimeZone(timeZone) }
      : DEFAULT_STYLE;
  } catch {
    return DEFAULT_STYLE;
  }
}

/** The time zone, if the browser supports it. */
function supportedTimeZone(timeZone: unknown): string | null {
  if (typeof timeZone !== "string") return null;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return timeZone;
  } catch {
    return null;
  }
}

/** The zone times are shown in: the person's, else the browser's. */
export function currentTimeZone(): string {
  return style.get().timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const PATTERNS: Record<DateFormat, string | null> = {
  language: null,
  iso: "YYYY-MM-DD",
  day_first: "DD/MM/YYYY",
  month_first: "MM/DD/YYYY",
};

/** How a field writes a day, as dayjs reads it; null where the language decides. */
export function datePattern({ format }: DateStyle): string | null {
  return PATTERNS[format];
}

export function setDateStyle({ format, timeZone }: DateStyle): void {
  const next = { format, timeZone: supportedTimeZone(timeZone) };
  const current = style.get();
  if (next.format === current.format && next.timeZone === current.timeZone) return;
  localStorage.setItem(KEY, JSON.stringify(next));
  style.set(next);
}

export function useDateStyle(): DateStyle {
  return useSyncExternalStore(style.subscribe, style.get);
}

/** The same as `currentTimeZone`, for components that re-render when the user changes it. */
export function useTimeZone(): string {
  useDateStyle();
  return currentTimeZone();
}
