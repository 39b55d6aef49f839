// When interviewer and candidate are busy on the day of an interview, and who is notified of it.
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { instantAt, wallTimeOf } from "@/i18n/wallClock";
import { query } from "@/lib/api/client";
import type { InterviewAvailability } from "@/lib/api/types";
import type { ScheduleForm } from "./scheduleForm";
import { AVAILABILITY } from "./schedules";

export type Slot = InterviewAvailability["free"][number];

const MINUTE_MS = 60_000;

/** Midnight of the day of a moment, and the next one. */
export function dayAround(time: string): { from: string; to: string } {
  const { year, month, day } = wallTimeOf(new Date(time));
  const midnight = (ahead: number) => {
    const date = new Date(Date.UTC(year, month - 1, day + ahead));
    return instantAt({
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: 0,
      minute: 0,
    }).toISOString();
  };
  return { from: midnight(0), to: midnight(1) };
}

/** Whether the times overlap. */
export function overlaps(a: Slot, b: Slot): boolean {
  return Date.parse(a.start_time) < Date.parse(b.end_time) && Date.parse(b.start_time) < Date.parse(a.end_time);
}

/** The time that the form asks for. */
export function slotOf({ start, minutes }: Pick<ScheduleForm, "start" | "minutes">): Slot {
  return { start_time: start, end_time: new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString() };
}

/** The participants on the form's day, for those who schedule; an interviewer without a name is the user. */
export function useAvailability(form: ScheduleForm, scheduleId: string | null, userId: string | undefined) {
  const organization_id = useOrganizationId();
  const enabled = [useCan("schedule:create"), useCan("pipeline:schedule")].some(Boolean);
  const interviewer = form.interviewerId ?? (form.interviewerName.trim() === "" ? userId : undefined);
  const asked = {
    ...dayAround(form.start),
    minutes: form.minutes,
    ...(form.applicationId ? { application_id: form.applicationId } : {}),
    ...(interviewer ? { interviewer_id: interviewer } : {}),
    ...(scheduleId ? { schedule_id: scheduleId } : {}),
  };
  return query.useQuery("get", AVAILABILITY, { params: { path: { organization_id }, query: asked } }, { enabled });
}

/** Who gets an email when the form is saved, or why none is sent. */
export type Mailed = { candidate: boolean; interviewer: boolean } | "no_candidate" | "past" | "internal";

/** The fields that participants are notified of. */
const ANNOUNCED: readonly (keyof ScheduleForm)[] = [
  "applicationId",
  "start",
  "minutes",
  "interviewerId",
  "interviewerName",
  "location",
  "meetingLink",
];

/** `saved` is the form as it is stored; null for a new interview. */
export function mailedOf(
  form: ScheduleForm,
  saved: ScheduleForm | null,
  { candidate, interviewer }: Pick<InterviewAvailability, "candidate" | "interviewer">,
  now: number,
): Mailed {
  if (Date.parse(slotOf(form).end_time) <= now) return "past";
  if (!form.applicationId) return "no_candidate";
  if (saved && ANNOUNCED.every((field) => form[field] === saved[field])) return "internal";
  return { candidate: candidate?.is_notified ?? false, interviewer: interviewer?.is_notified ?? false };
}
