import { describe, expect, it } from "vitest";
import type { Stage, SubStatus } from "@/lib/api/types";
import { leads, MOVE_OF_EMAIL, manualTargets, nextEmail, rulesFrom, targetFrom, targetOf } from "./moves";
import { MOVES, type State } from "./moves.gen";
import { STAGE, SUB_STATUS, SUB_STATUSES_OF } from "./stages";

const places = Object.values(STAGE).flatMap((status: Stage) =>
  (SUB_STATUSES_OF[status] as readonly SubStatus[]).map((sub_status) => ({ status, sub_status })),
);

describe("the table of moves", () => {
  it("has an entry for every state and kind", () => {
    for (const rule of MOVES) {
      for (const place of places) {
        const state = `${place.status}/${place.sub_status}` as State;
        const found = rulesFrom(rule.move, place, rule.archived).includes(rule);
        expect([rule.move, state, found]).toEqual([rule.move, state, rule.from.includes(state)]);
      }
    }
  });
  it("returns one target, or all targets of an ambiguous move", () => {
    expect(targetOf("send_offer")).toEqual({ status: STAGE.offer, sub_status: SUB_STATUS.offerSent });
    expect(() => targetOf("set_by_hand")).toThrow();
    expect(() => targetOf("archive")).toThrow();
  });
  it("keeps the state where it does not change, and returns nothing for forbidden moves", () => {
    const booked = { status: STAGE.online, sub_status: SUB_STATUS.onlineScheduled };
    expect(targetFrom("archive", booked)).toEqual(booked);
    expect(targetFrom("restore", booked)).toBeNull();
    expect(targetFrom("restore", booked, true)).toEqual(booked);
  });
  it("allows dragging only from online to onsite", () => {
    const stages = Object.values(STAGE);
    const found = stages.flatMap((from) => stages.filter((to) => leads("drag", from, to)).map((to) => [from, to]));
    expect(found).toEqual([[STAGE.online, STAGE.onsite]]);
  });
});

describe("manualTargets", () => {
  it("are the other states of an interview lane, in workflow order", () => {
    const { interviewCompleted, noShow, onlineInvitationPending, onlineScheduled } = SUB_STATUS;
    const at = (sub_status: SubStatus) => manualTargets({ status: STAGE.online, sub_status });
    expect(at(interviewCompleted)).toEqual([onlineInvitationPending, onlineScheduled, noShow]);
    expect(at(onlineInvitationPending)).toEqual([onlineScheduled, interviewCompleted, noShow]);
    expect(manualTargets({ status: STAGE.offer, sub_status: SUB_STATUS.offerSent })).toEqual([]);
    expect(manualTargets({ status: STAGE.aiReview, sub_status: SUB_STATUS.recommendContact })).toEqual([]);
  });
});

describe("nextEmail", () => {
  it.each([
    [STAGE.aiReview, SUB_STATUS.recommendContact, "online_invitation"],
    [STAGE.online, SUB_STATUS.onlineInvitationPending, "online_invitation"],
    [STAGE.online, SUB_STATUS.interviewCompleted, "onsite_invitation"],
    [STAGE.onsite, SUB_STATUS.onsiteInvitationPending, "onsite_invitation"],
    [STAGE.onsite, SUB_STATUS.offerIntentPending, "offer_intent"],
    [STAGE.offer, SUB_STATUS.offerPreparing, "offer_sent"],
    [STAGE.onboarding, SUB_STATUS.onboarded, "rejection"],
    [STAGE.archived, SUB_STATUS.eliminated, "message"],
  ] as const)("at %s, %s is %s", (status, sub_status, type) => {
    expect(nextEmail({ status, sub_status })).toBe(type);
  });
  it("is allowed by the table", () => {
    for (const place of places) {
      const type = nextEmail(place);
      if (type !== "message") expect(rulesFrom(MOVE_OF_EMAIL[type], place)).not.toEqual([]);
    }
  });
});
