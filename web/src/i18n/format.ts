// Dates, times and numbers in the interface language.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type DateStyle, useDateStyle } from "./dateStyle";
import type { Language } from "./languages";

const DAY_SECONDS = 86_400;

const STEPS_IN_DAYS: readonly [unit: Intl.RelativeTimeFormatUnit, days: number][] = [
  ["year", 365],
  ["month", 30],
  ["week", 7],
];

// Intl's "now" would read like a request after a verb.
const JUST_NOW: Record<Language, string> = { "zh-CN": "刚刚", "en-US": "just now", "id-ID": "baru saja" };

/**
 * The time since `then` in the largest fitting unit: "3 days ago", "刚刚" under a minute. From a day on, days are those
 * of the calendar in the user's time zone.
 */
export function relativeTime(language: Language, then: Date, now: Date, timeZone: string | null = null): string {
  const seconds = (then.getTime() - now.getTime()) / 1000;
  const words = new Intl.RelativeTimeFormat(language);
  if (Math.abs(seconds) < 60) return JUST_NOW[language];
  if (Math.abs(seconds) < 3_600) return words.format(Math.trunc(seconds / 60), "minute");
  if (Math.abs(seconds) < DAY_SECONDS) return words.format(Math.trunc(seconds / 3_600), "hour");
  const days = dayNumber(then, timeZone) - dayNumber(now, timeZone);
  for (const [unit, length] of STEPS_IN_DAYS) {
    if (Math.abs(days) >= length) return words.format(Math.trunc(days / length), unit);
  }
  // "Yesterday" is the only word that is shorter and as clear in every language.
  return days === -1
    ? new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-1, "day")
    : words.format(days, "day");
}

/** Consecutive numbers of the calendar's days. */
function dayNumber(at: Date, timeZone: string | null): number {
  const { date } = dateWriters("en-US", { format: "iso", timeZone });
  return Date.parse(date(at)) / (DAY_SECONDS * 1_000);
}

/** Formats "2021-03" as a month; other text is returned unchanged. */
export function monthText(language: Language, value: string): string {
  const match = /^(\d{4})-(\d{2})(?:-\d{2})?$/.exec(value);
  if (!match) return value;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, 1));
  if (Number.isNaN(date.getTime())) return value;
  return new Intl.DateTimeFormat(language, { year: "numeric", month: "short", timeZone: "UTC" }).format(date);
}

/** Formats dates and times by the user's preferences. */
export function dateWriters(language: Language, { format, timeZone }: DateStyle) {
  const zone = timeZone ? { timeZone } : {};
  if (format === "language") {
    const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", ...zone });
    const dateTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", ...zone });
    return { date: (at: Date) => date.format(at), dateTime: (at: Date) => dateTime.format(at) };
  }
  const numbers = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "2-digit", day: "2-digit", ...zone });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", ...zone });
  const date = (at: Date) => {
    const parts = Object.fromEntries(numbers.formatToParts(at).map(({ type, value }) => [type, value]));
    const { year, month, day } = parts;
    if (format === "iso") return `${year}-${month}-${day}`;
    return format === "day_first" ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
  };
  return { date, dateTime: (at: Date) => `${date(at)} ${time.format(at)}` };
}

/** The day that it is in a time zone, as "2026-03-02". */
export function dayIn(timeZone: string, at: Date): string {
  return dateWriters("en-US", { format: "iso", timeZone }).date(at);
}

/** Writes days of a time zone, whichever zone the user has. */
export function useDaysIn(timeZone: string): (iso: string) => string {
  const { i18n } = useTranslation();
  const { format } = useDateStyle();
  const { date } = dateWriters(i18n.language as Language, { format, timeZone });
  return (iso) => date(new Date(iso));
}

export interface Formats {
  /** "3 days ago". */
  ago: (iso: string) => string;
  /** The day of a moment; a day without a time (`YYYY-MM-DD`) is the same in every time zone. */
  date: (iso: string) => string;
  dateTime: (iso: string) => string;
  number: (value: number) => string;
  /** A share from 0 to 1, in whole per cent. */
  percent: (share: number) => string;
  /** What a plan costs, in whole yuan, which readers elsewhere don't take for yen. */
  price: (yuan: number) => string;
  /** A month (`YYYY-MM`) or a year; other text is returned unchanged. */
  month: (value: string) => string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Formatters of a language and date preferences. */
export function formatsOf(language: Language, style: DateStyle): Formats {
  const { date, dateTime } = dateWriters(language, style);
  const day = dateWriters(language, { ...style, timeZone: "UTC" }).date;
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  const price = new Intl.NumberFormat(language, { style: "currency", currency: "CNY", maximumFractionDigits: 0 });
  return {
    ago: (iso) => relativeTime(language, new Date(iso), new Date(), style.timeZone),
    date: (iso) => (DAY.test(iso) ? day : date)(new Date(iso)),
    dateTime: (iso) => dateTime(new Date(iso)),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    price: (yuan) => price.format(yuan),
    month: (value) => monthText(language, value),
  };
}

/** Formatters of the current language and date preferences. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  const style = useDateStyle();
  return useMemo(() => formatsOf(language, style), [language, style]);
}
