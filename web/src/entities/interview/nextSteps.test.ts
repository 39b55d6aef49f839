import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { nextSteps } from "./nextSteps";

const { interviewCompleted, noShow, offerIntentPending } = SUB_STATUS;

it("offers the next lane after an online interview, and the offer after an onsite one", () => {
  expect(
    nextSteps({ status: "completed", candidate: { status: STAGE.online, sub_status: interviewCompleted } }),
  ).toEqual(["to_onsite", "to_offer"]);
  expect(
    nextSteps({ status: "completed", candidate: { status: STAGE.onsite, sub_status: interviewCompleted } }),
  ).toEqual(["to_offer", "schedule_again"]);
});

it("offers nothing where the candidate went on meanwhile, and another time after a no-show", () => {
  expect(
    nextSteps({ status: "completed", candidate: { status: STAGE.onsite, sub_status: offerIntentPending } }),
  ).toEqual([]);
  expect(nextSteps({ status: "no_show", candidate: { status: STAGE.online, sub_status: noShow } })).toEqual([
    "schedule_again",
  ]);
  expect(nextSteps({ status: "scheduled", candidate: null })).toEqual([]);
});
