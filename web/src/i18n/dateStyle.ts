// How I want dates written, and in which zone; kept in the browser so that the first screen is right already.
import { useSyncExternalStore } from "react";

export type DateFormat = "language" | "iso" | "day_first" | "month_first";

export interface DateStyle {
  format: DateFormat;
  /** An IANA name; the browser's zone where there is none. */
  timeZone: string | null;
}

const KEY = "bole.dates";
const USUAL: DateStyle = { format: "language", timeZone: null };
const FORMATS: readonly unknown[] = ["language", "iso", "day_first", "month_first"];

let style = read();
const listeners = new Set<() => void>();

function read(): DateStyle {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return USUAL;
    const { format, timeZone } = kept as Partial<DateStyle>;
    return FORMATS.includes(format) ? { format: format as DateFormat, timeZone: usable(timeZone) } : USUAL;
  } catch {
    return USUAL;
  }
}

/** The zone, where this browser knows it. */
function usable(timeZone: unknown): string | null {
  if (typeof timeZone !== "string") return null;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return timeZone;
  } catch {
    return null;
  }
}

export function setDateStyle({ format, timeZone }: DateStyle): void {
  const next = { format, timeZone: usable(timeZone) };
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
