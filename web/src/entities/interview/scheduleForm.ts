// Values of the scheduling dialog, and their API form.
import { instantAt, wallTimeOf } from "@/i18n/wallClock";
import type { Schedule, ScheduleInput, SchedulePatch } from "@/lib/api/types";

export const DURATIONS = [15, 30, 45, 60, 90, 120] as const;
const MINUTE_MS = 60_000;
/** Hours of a working day within which an interview is proposed to begin. */
const FIRST_HOUR = 9;
const LAST_HOUR = 17;

export interface ScheduleForm {
  applicationId: string | null;
  /** ISO, UTC. */
  start: string;
  minutes: number;
  /** Null for the next round. */
  round: number | null;
  interviewerId: string | null;
  interviewerName: string;
  location: string;
  meetingLink: string;
  notes: string;
}

/** The next full hour of a working day, at least an hour ahead. */
export function nextWorkingHour(now: Date): string {
  const { year, month, day, hour } = wallTimeOf(new Date(now.getTime() + 120 * MINUTE_MS));
  // In UTC every day has 24 hours.
  const at = new Date(Date.UTC(year, month - 1, day, Math.max(hour, FIRST_HOUR)));
  while (at.getUTCHours() > LAST_HOUR || at.getUTCDay() === 0 || at.getUTCDay() === 6) {
    at.setUTCDate(at.getUTCDate() + 1);
    at.setUTCHours(FIRST_HOUR);
  }
  const proposed = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: 0,
  };
  return instantAt(proposed).toISOString();
}

export function emptyForm(applicationId: string | null, now: Date): ScheduleForm {
  return {
    applicationId,
    start: nextWorkingHour(now),
    minutes: 45,
    round: null,
    interviewerId: null,
    interviewerName: "",
    location: "",
    meetingLink: "",
    notes: "",
  };
}

export function formOf(schedule: Schedule): ScheduleForm {
  const { application_id, start_time, end_time, round, interviewer, location, meeting_link, notes } = schedule;
  return {
    applicationId: application_id ?? null,
    start: start_time,
    minutes: Math.round((Date.parse(end_time) - Date.parse(start_time)) / MINUTE_MS),
    round,
    interviewerId: interviewer.user_id ?? null,
    interviewerName: interviewer.name ?? "",
    location,
    meetingLink: meeting_link,
    notes,
  };
}

/** Copies an interview that did not take place, at its time if still ahead; it takes the round that is open. */
export function rescheduleForm(missed: Schedule, now: Date): ScheduleForm {
  const { applicationId, ...former } = formOf(missed);
  const empty = emptyForm(applicationId, now);
  return {
    ...former,
    applicationId,
    round: null,
    start: Date.parse(former.start) > now.getTime() ? former.start : empty.start,
  };
}

/** The interview after another one, with the same interviewer and place. */
export function followingForm(former: Schedule, applicationId: string | null, now: Date): ScheduleForm {
  const { end_time } = former;
  const start = Date.parse(end_time) > now.getTime() ? end_time : emptyForm(applicationId, now).start;
  return { ...formOf(former), applicationId, start, round: null, notes: "" };
}

/** The API input; for an update without the candidate. */
export function inputOf(form: ScheduleForm): ScheduleInput & SchedulePatch {
  const { start, minutes, round, interviewerId, interviewerName, location, meetingLink, notes } = form;
  return {
    start_time: start,
    end_time: new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString(),
    ...(round === null ? {} : { round }),
    ...(interviewerId === null && interviewerName.trim() === ""
      ? {}
      : { interviewer: { user_id: interviewerId, name: interviewerName.trim() } }),
    location: location.trim(),
    meeting_link: meetingLink.trim(),
    notes,
  };
}

/** The API input that takes the change of an interview back. */
export function revertOf(before: Schedule, saved: Schedule): SchedulePatch {
  const [former, current] = [formOf(before), formOf(saved)];
  const keys = (Object.keys(former) as (keyof ScheduleForm)[]).filter((key) => former[key] !== current[key]);
  const changes: Partial<ScheduleForm> = Object.fromEntries(keys.map((key) => [key, former[key]]));
  return patchOf(changes, former);
}

/** The API input for changed fields; time and interviewer are sent as a whole. */
export function patchOf(changes: Partial<ScheduleForm>, form: ScheduleForm): SchedulePatch {
  const { start_time, end_time, round, interviewer, location, meeting_link, notes } = inputOf(form);
  const patch: SchedulePatch = {};
  if ("start" in changes || "minutes" in changes) Object.assign(patch, { start_time, end_time });
  if ("round" in changes && round !== undefined) patch.round = round;
  if (("interviewerId" in changes || "interviewerName" in changes) && interviewer) patch.interviewer = interviewer;
  if ("location" in changes) patch.location = location;
  if ("meetingLink" in changes) patch.meeting_link = meeting_link;
  if ("notes" in changes) patch.notes = notes;
  return patch;
}
