// Date format and time zone of the user, stored in the browser for the first render.
import { useSyncExternalStore } from "react";

export type DateFormat = "language" | "iso" | "day_first" | "month_first";

export interface DateStyle {
  format: DateFormat;
  /** An IANA name; the browser's zone where there is none. */
  timeZone: string | null;
}

const KEY = "bole.dates";
const DEFAULT_STYLE: DateStyle = { format: "language", timeZone: null };
const FORMATS: readonly unknown[] = ["language", "iso", "day_first", "month_first"];

let style = read();
const listeners = new Set<() => void>();

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

/** The zone, where this browser knows it. */
function supportedTimeZone(timeZone: unknown): string | null {
  if (typeof timeZone !== "string") return null;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return timeZone;
  } catch {
    return null;
  }
}

export function setDateStyle({ format, timeZone }: DateStyle): void {
  const next = { format, timeZone: supportedTimeZone(timeZone) };
  if (next.format === style.format && next.timeZone === style.timeZone) return;
  style = next;
  localStorage.setItem(KEY, JSON.stringify(style));
  for (const listener of listeners) listener();
}

export function useDateStyle(): DateStyle {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => style,
  );
}
