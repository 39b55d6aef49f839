import { expect, it } from "vitest";
import { instantAt } from "@/i18n/wallClock";
import { dayAround, mailedOf, overlaps, slotOf } from "./availability";
import { emptyForm } from "./scheduleForm";

const NOW = Date.parse("2030-03-04T09:00:00Z");
const form = { ...emptyForm("a", new Date(NOW)), start: "2030-03-05T09:00:00.000Z", minutes: 45 };
const known = { candidate: { busy: [], is_notified: true }, interviewer: { busy: [], is_notified: false } };

it("asks for the day of the interview, also at the end of a month", () => {
  const at = (month: number, day: number, hour = 0) => instantAt({ year: 2026, month, day, hour, minute: 0 });
  expect(dayAround(at(2, 28, 23).toISOString())).toEqual({
    from: at(2, 28).toISOString(),
    to: at(3, 1).toISOString(),
  });
});

it("compares times without their ends", () => {
  const slot = slotOf(form);
  expect(slot.end_time).toBe("2030-03-05T09:45:00.000Z");
  const before = slotOf({ start: "2030-03-05T08:15:00.000Z", minutes: 45 });
  expect([
    overlaps(slot, before),
    overlaps(slot, slotOf({ ...before, start: before.start_time, minutes: 46 })),
  ]).toEqual([false, true]);
});

it("says who gets an email about a new interview", () => {
  expect(mailedOf(form, null, known, NOW)).toEqual({ candidate: true, interviewer: false });
  expect(mailedOf({ ...form, applicationId: null }, null, known, NOW)).toBe("no_candidate");
  expect(mailedOf(form, null, known, Date.parse("2030-03-05T09:45:00Z"))).toBe("past");
});

it("says that nobody gets an email about round and notes", () => {
  expect(mailedOf({ ...form, notes: "x", round: 2 }, form, known, NOW)).toBe("internal");
  for (const change of [{ minutes: 60 }, { location: "Room 3" }, { interviewerName: "Li" }]) {
    expect(mailedOf({ ...form, ...change }, form, known, NOW)).toEqual({ candidate: true, interviewer: false });
  }
});
