// Values of the scheduling dialog, and their API form.
import type { Schedule, ScheduleInput, SchedulePatch } from "@/lib/api/types";

export const DURATIONS = [15, 30, 45, 60, 90, 120] as const;
const MINUTE_MS = 60_000;

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

/** The next full hour at least an hour ahead. */
export function nextHour(now: Date): string {
  const next = new Date(now.getTime() + 60 * MINUTE_MS);
  next.setMinutes(60, 0, 0);
  return next.toISOString();
}

export function emptyForm(applicationId: string | null, now: Date): ScheduleForm {
  return {
    applicationId,
    start: nextHour(now),
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
