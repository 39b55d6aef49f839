// Status of an interview.
import { useTranslation } from "react-i18next";
import type { Schedule } from "@/lib/api/types";
import { StageTag, type Tone } from "@/ui/StageTag";
import { needsOutcome } from "../logic/agenda";

const TONES = {
  scheduled: "neutral",
  completed: "good",
  no_show: "bad",
  cancelled: "neutral",
} as const satisfies Record<Schedule["status"], Tone>;

export function ScheduleTag({ schedule, now }: { schedule: Schedule; now: number }) {
  const { t } = useTranslation("schedule");
  if (needsOutcome(schedule, now)) return <StageTag tone="attention">{t("status.needs_outcome")}</StageTag>;
  if (schedule.is_conflicting) return <StageTag tone="attention">{t("status.conflict")}</StageTag>;
  const names = {
    scheduled: t("status.scheduled"),
    completed: t("status.completed"),
    no_show: t("status.no_show"),
    cancelled: t("status.cancelled"),
  };
  return <StageTag tone={TONES[schedule.status]}>{names[schedule.status]}</StageTag>;
}
