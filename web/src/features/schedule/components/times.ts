// Localized days and times of interviews.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useTimeZone } from "@/i18n/dateStyle";
import type { Schedule } from "@/lib/api/types";
import { addDays, dayOf, startOf } from "../logic/days";

/** "Today", "Tomorrow", or the weekday with its date. */
export function useDayName(): (day: string) => string {
  const { t, i18n } = useTranslation("schedule");
  const timeZone = useTimeZone();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, {
      weekday: "short",
      month: "short",
      day: "numeric",
      timeZone,
    });
    return (day) => {
      const today = dayOf(new Date());
      const date = format.format(startOf(day));
      if (day === today) return t("day.today", { date });
      if (day === addDays(today, 1)) return t("day.tomorrow", { date });
      if (day === addDays(today, -1)) return t("day.yesterday", { date });
      return date;
    };
  }, [i18n.language, t, timeZone]);
}

/** The days of a week as a range, such as "Nov 23 – 29". */
export function useDayRange(): (first: string, last: string) => string {
  const { i18n } = useTranslation();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { month: "short", day: "numeric", timeZone });
    return (first, last) => format.formatRange(startOf(first), startOf(last));
  }, [i18n.language, timeZone]);
}

export function useTimeRange(): (schedule: Pick<Schedule, "start_time" | "end_time">) => string {
  const { i18n } = useTranslation();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short", hourCycle: "h23", timeZone });
    return ({ start_time, end_time }) => `${format.format(new Date(start_time))}–${format.format(new Date(end_time))}`;
  }, [i18n.language, timeZone]);
}

/** A full hour, as interviews have their times. */
export function useHourName(): (hour: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short", hourCycle: "h23" });
    return (hour) => format.format(new Date(2000, 0, 1, hour));
  }, [i18n.language]);
}
