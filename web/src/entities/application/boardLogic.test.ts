import { describe, expect, it } from "vitest";
import {
  type BoardCard,
  canMarkPassed,
  cardsAfterMove,
  countsAfterMove,
  DRAG_TARGET,
  dropOn,
  ELIMINATED_TARGET,
  handTargets,
  isLate,
  laneTotal,
  nextEmail,
  PASSED_TARGET,
  type Place,
  RECALL_TARGET,
  readStrip,
} from "./boardLogic";
import { MOVES, type MoveKind, type State } from "./moves.gen";
import { STAGE, SUB_STATUS, SUB_STATUSES_OF } from "./stages";

const NOW = "2026-03-10T08:00:00Z";
const card = (id: string, change: Partial<BoardCard> = {}): BoardCard => ({
  id,
  version: 1,
  person: { id: `p${id}`, name: id },
  status: STAGE.online,
  sub_status: SUB_STATUS.interviewCompleted,
  sub_status_since: "2026-03-01T08:00:00Z",
  strip: [],
  starred: false,
  flags: [],
  ...change,
});
const ids = (cards: readonly BoardCard[]) => cards.map(({ id }) => id);
const lane = (stage: BoardCard["status"], change: object = {}) => ({
  stage,
  subStatus: null,
  search: "",
  sort: "newest" as const,
  ...change,
});

describe("dropOn", () => {
  it("allows the way from online to onsite alone", () => {
    const stages = Object.values(STAGE);
    const allowed = stages.flatMap((from) =>
      stages.filter((to) => dropOn(from, to) === "allowed").map((to) => [from, to]),
    );
    expect(allowed).toEqual([[STAGE.online, STAGE.onsite]]);
    for (const stage of stages) expect(dropOn(stage, stage)).toBe("same");
  });
});

describe("cardsAfterMove", () => {
  const moved = [card("a"), card("b")];
  it("takes them out of the lane they leave and puts them on top of the one they enter", () => {
    expect(ids(cardsAfterMove(lane(STAGE.online), [card("x"), ...moved, card("y")], moved, DRAG_TARGET, NOW))).toEqual([
      "x",
      "y",
    ]);
    const onsite = cardsAfterMove(lane(STAGE.onsite), [card("z", DRAG_TARGET)], moved, DRAG_TARGET, NOW);
    expect(ids(onsite)).toEqual(["a", "b", "z"]);
    expect(onsite[0]).toMatchObject({ ...DRAG_TARGET, sub_status_since: NOW, version: 1 });
  });
  it("shows nobody whom the lane's filter or search would not", () => {
    const filtered = lane(STAGE.onsite, { subStatus: SUB_STATUS.noShow });
    expect(cardsAfterMove(filtered, [], moved, DRAG_TARGET, NOW)).toEqual([]);
    expect(cardsAfterMove(lane(STAGE.onsite, { search: "li", sort: "newest" }), [], moved, DRAG_TARGET, NOW)).toEqual(
      [],
    );
  });
  it("changes a card in place when it stays in its lane", () => {
    const to = { status: STAGE.online, sub_status: SUB_STATUS.noShow };
    const after = cardsAfterMove(lane(STAGE.online), [card("x"), card("a")], [card("a")], to, NOW);
    expect(ids(after)).toEqual(["x", "a"]);
    expect(after[1]?.sub_status).toBe(SUB_STATUS.noShow);
  });
});

describe("countsAfterMove", () => {
  it("moves the count along, to a state that had none too", () => {
    const counts = [{ status: STAGE.online, sub_status: SUB_STATUS.interviewCompleted, count: 3 }];
    const after = countsAfterMove(counts, [card("a"), card("b")], DRAG_TARGET);
    expect(laneTotal(after, STAGE.online)).toBe(1);
    expect(laneTotal(after, STAGE.onsite)).toBe(2);
    expect(laneTotal(after, STAGE.onsite, SUB_STATUS.noShow)).toBe(0);
  });
});

describe("what is offered at a card", () => {
  it("is passing after a completed interview alone", () => {
    for (const stage of [STAGE.online, STAGE.onsite]) {
      for (const sub_status of SUB_STATUSES_OF[stage]) {
        expect(canMarkPassed({ status: stage, sub_status })).toBe(sub_status === SUB_STATUS.interviewCompleted);
      }
    }
  });
  it("is setting by hand within the interview lanes, to another state", () => {
    expect(handTargets(card("a"))).toEqual([
      SUB_STATUS.onlineInvitationPending,
      SUB_STATUS.onlineScheduled,
      SUB_STATUS.noShow,
    ]);
    expect(handTargets({ status: STAGE.offer, sub_status: SUB_STATUS.offerSent })).toEqual([]);
  });
});

describe("the board's rules", () => {
  const places: Place[] = Object.values(STAGE).flatMap((status) =>
    SUB_STATUSES_OF[status].map((sub_status) => ({ status, sub_status })),
  );
  const stateOf = ({ status, sub_status }: Place) => `${status}/${sub_status}` as State;
  const rules = (move: MoveKind, from?: Place) =>
    MOVES.filter((rule) => rule.move === move && (!from || (!rule.archived && rule.from.includes(stateOf(from)))));
  const targets = (move: MoveKind) => [...new Set(rules(move).flatMap(({ to }) => to ?? []))];

  it("lead where the table of moves does", () => {
    expect(targets("drag")).toEqual([stateOf(DRAG_TARGET)]);
    expect(targets("mark_passed")).toEqual([stateOf(PASSED_TARGET)]);
    expect(targets("eliminate")).toEqual([stateOf(ELIMINATED_TARGET)]);
    expect(targets("recall")).toEqual([stateOf(RECALL_TARGET)]);
  });
  it("allow what the table of moves allows, from every state", () => {
    for (const place of places) {
      expect([place, dropOn(place.status, DRAG_TARGET.status) === "allowed"]).toEqual([
        place,
        rules("drag", place).length > 0,
      ]);
      expect([place, canMarkPassed(place)]).toEqual([place, rules("mark_passed", place).length > 0]);
      const byHand = rules("set_by_hand", place).filter(({ permission }) => permission === "pipeline:edit");
      const offered = handTargets(place).map((sub_status) => stateOf({ ...place, sub_status }));
      expect([place, offered.toSorted()]).toEqual([place, byHand.flatMap(({ to }) => to ?? []).toSorted()]);
    }
  });
});

describe("nextEmail", () => {
  it.each([
    [STAGE.online, SUB_STATUS.onlineInvitationPending, "online_invitation"],
    [STAGE.online, SUB_STATUS.interviewCompleted, "onsite_invitation"],
    [STAGE.onsite, SUB_STATUS.onsiteInvitationPending, "onsite_invitation"],
    [STAGE.onsite, SUB_STATUS.offerIntentPending, "offer_intent"],
    [STAGE.offer, SUB_STATUS.offerPreparing, "offer_sent"],
  ] as const)("at %s, %s is %s", (status, sub_status, type) => {
    expect(nextEmail({ status, sub_status })).toBe(type);
  });
});

describe("isLate", () => {
  const at = (days: number) => Date.parse("2026-03-01T08:00:00Z") + days * 86_400_000;
  it("is for invitations that time out within a day, or have", () => {
    const sent = card("a", { sub_status: SUB_STATUS.onlineInvitationSent });
    expect(isLate(sent, at(3.9))).toBe(false);
    expect(isLate(sent, at(4))).toBe(true);
    expect(isLate(card("a", { sub_status: SUB_STATUS.onsiteInvitationExpired }), at(0))).toBe(true);
    expect(isLate(card("a", { sub_status: SUB_STATUS.onlineScheduled }), at(30))).toBe(false);
  });
  it("is for steps of ours that wait as long", () => {
    const completed = card("a", { sub_status: SUB_STATUS.interviewCompleted });
    expect(isLate(completed, at(4.9))).toBe(false);
    expect(isLate(completed, at(5))).toBe(true);
  });
});

describe("readStrip", () => {
  it("reads verdict and kind off each letter", () => {
    expect(readStrip("Mpu")).toEqual([
      { verdict: "met", kind: "must" },
      { verdict: "partly", kind: "nice" },
      { verdict: "unknown", kind: "nice" },
    ]);
    expect(readStrip("NU")[0]).toEqual({ verdict: "not", kind: "must" });
    expect(readStrip(null)).toEqual([]);
  });
});
