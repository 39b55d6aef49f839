import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Schedule } from "@/lib/api/types";
import { nextSteps } from "./nextSteps";

const { interviewCompleted, noShow, offerIntentPending, onlineScheduled } = SUB_STATUS;
const START = "2030-03-05T09:00:00Z";
const [BEFORE, AFTER] = [Date.parse(START) - 1, Date.parse(START)];

type Place = Omit<NonNullable<Schedule["candidate"]>, "is_archived">;

function steps(status: Schedule["status"], place: Place | null, now = AFTER, is_archived = false) {
  return nextSteps({ status, candidate: place && { ...place, is_archived }, start_time: START }, now);
}

it("offers the next lane after an online interview and the offer after an onsite one", () => {
  expect(steps("completed", { status: STAGE.online, sub_status: interviewCompleted })).toEqual([
    "to_onsite",
    "to_offer",
  ]);
  expect(steps("completed", { status: STAGE.onsite, sub_status: interviewCompleted })).toEqual([
    "to_offer",
    "schedule_again",
  ]);
});

it("offers nothing after the candidate has moved, and another time after a no-show", () => {
  expect(steps("completed", { status: STAGE.onsite, sub_status: offerIntentPending })).toEqual([]);
  expect(steps("no_show", { status: STAGE.online, sub_status: noShow })).toEqual(["schedule_again"]);
  expect(steps("scheduled", null)).toEqual([]);
});

it("offers to reinstate or reschedule a cancelled interview while the candidate is in the pipeline", () => {
  const place = { status: STAGE.online, sub_status: onlineScheduled };
  expect(steps("cancelled", place, BEFORE)).toEqual(["reinstate", "schedule_again"]);
  expect(steps("cancelled", place, AFTER)).toEqual(["schedule_again"]);
  expect(steps("cancelled", place, BEFORE, true)).toEqual([]);
  expect(steps("cancelled", { status: STAGE.online, sub_status: interviewCompleted }, BEFORE)).toEqual([]);
});
