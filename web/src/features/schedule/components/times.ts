// Days and times of interviews as the language writes them.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Schedule } from "@/lib/api/types";
import { addDays, dayOf, startOf } from "../logic/days";

/** "Today", "Tomorrow", or the weekday with its date. */
export function useDayName(): (day: string) => string {
  const { t, i18n } = useTranslation("schedule");
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { weekday: "short", month: "short", day: "numeric" });
    const today = dayOf(new Date());
    return (day) => {
      const date = format.format(startOf(day));
      if (day === today) return t("day.today", { date });
      if (day === addDays(today, 1)) return t("day.tomorrow", { date });
      if (day === addDays(today, -1)) return t("day.yesterday", { date });
      return date;
    };
  }, [i18n.language, t]);
}

export function useTimeRange(): (schedule: Pick<Schedule, "start_time" | "end_time">) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short", hourCycle: "h23" });
    return ({ start_time, end_time }) => `${format.format(new Date(start_time))}–${format.format(new Date(end_time))}`;
  }, [i18n.language]);
}
