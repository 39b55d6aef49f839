import { expect, it } from "vitest";
import { instantAt } from "@/i18n/wallClock";
import {
  emptyForm,
  followingForm,
  formOf,
  inputOf,
  nextWorkingHour,
  patchOf,
  rescheduleForm,
  revertOf,
} from "./scheduleForm";

it("starts at a full hour of a working day, at least one hour ahead", () => {
  const at = (day: number, hour: number, minute = 0) => instantAt({ year: 2026, month: 3, day, hour, minute });
  // 2 March is a Monday, 6 March a Friday.
  for (const [now, start] of [
    [at(2, 8, 20), at(2, 10)],
    [at(2, 9), at(2, 11)],
    [at(2, 3), at(2, 9)],
    [at(2, 15, 59), at(2, 17)],
    [at(2, 16), at(3, 9)],
    [at(3, 23, 30), at(4, 9)],
    [at(6, 17), at(9, 9)],
    [at(6, 23, 30), at(9, 9)],
    [at(7, 10), at(9, 9)],
    [at(8, 23), at(9, 9)],
  ] as const) {
    expect(nextWorkingHour(now), now.toISOString()).toBe(start.toISOString());
  }
});

it("sends the end time from the duration, and no interviewer when none is set", () => {
  const form = { ...emptyForm("a", new Date()), start: "2026-03-02T09:00:00.000Z", minutes: 30 };
  expect(inputOf(form)).toEqual({
    start_time: "2026-03-02T09:00:00.000Z",
    end_time: "2026-03-02T09:30:00.000Z",
    location: "",
    meeting_link: "",
    notes: "",
  });
});

const SCHEDULE = {
  id: "s",
  application_id: "a",
  start_time: "2026-03-02T09:00:00.000Z",
  end_time: "2026-03-02T10:30:00.000Z",
  round: 2,
  interviewer: { user_id: "u", name: "Li" },
  status: "scheduled" as const,
  location: "Room 3",
  meeting_link: "https://meet.example/x",
  notes: "Bring a badge",
  is_conflicting: false,
  version: 1,
  updated_at: "2026-03-01T09:00:00Z",
};

it("takes back what was changed, and nothing else", () => {
  const saved = {
    ...SCHEDULE,
    start_time: "2026-03-02T11:00:00.000Z",
    end_time: "2026-03-02T12:30:00.000Z",
    notes: "",
  };
  expect(revertOf(SCHEDULE, saved)).toEqual({
    start_time: SCHEDULE.start_time,
    end_time: SCHEDULE.end_time,
    notes: "Bring a badge",
  });
  const replaced = { ...SCHEDULE, interviewer: { user_id: "v", name: "Wang" }, location: "" };
  expect(revertOf(SCHEDULE, replaced)).toEqual({ interviewer: SCHEDULE.interviewer, location: "Room 3" });
  expect(revertOf(SCHEDULE, SCHEDULE)).toEqual({});
});

it("reads an interview into the form", () => {
  expect(inputOf(formOf(SCHEDULE))).toEqual({
    start_time: SCHEDULE.start_time,
    end_time: SCHEDULE.end_time,
    round: 2,
    interviewer: { user_id: "u", name: "Li" },
    location: "Room 3",
    meeting_link: "https://meet.example/x",
    notes: "Bring a badge",
  });
});

it("sends only changed fields of an interview", () => {
  const form = { ...emptyForm("a", new Date()), start: "2026-03-02T09:00:00.000Z", notes: "Bring the contract" };
  expect(patchOf({}, form)).toEqual({});
  expect(patchOf({ notes: form.notes }, form)).toEqual({ notes: "Bring the contract" });
  expect(patchOf({ minutes: 30 }, { ...form, minutes: 30 })).toEqual({
    start_time: "2026-03-02T09:00:00.000Z",
    end_time: "2026-03-02T09:30:00.000Z",
  });
});

it("keeps interviewer, duration and place of a missed interview, in the round that is still open", () => {
  const missed = { ...SCHEDULE, status: "no_show" as const };
  const now = new Date("2026-03-02T12:20:00Z");
  const { round, ...kept } = formOf(missed);
  expect(round).toBe(2);
  expect(rescheduleForm(missed, now)).toEqual({ ...kept, round: null, start: nextWorkingHour(now) });
});

it("begins the next candidate's interview when the former ends, with the same interviewer and place", () => {
  const { round: _, ...kept } = formOf(SCHEDULE);
  const before = new Date(Date.parse(SCHEDULE.start_time) - 3_600_000);
  const following = followingForm(SCHEDULE, "b", before);
  expect(following).toEqual({ ...kept, applicationId: "b", start: SCHEDULE.end_time, round: null, notes: "" });
  const after = new Date(Date.parse(SCHEDULE.end_time) + 3_600_000);
  expect(followingForm(SCHEDULE, "b", after).start).toBe(nextWorkingHour(after));
});
