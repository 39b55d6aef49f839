import { describe, expect, it } from "vitest";
import {
  type BoardCard,
  cardsAfterMove,
  countsAfterMove,
  DRAG_TARGET,
  dropOn,
  ELIMINATED_TARGET,
  isLate,
  laneTotal,
  PASSED_TARGET,
  RECALL_TARGET,
  readStrip,
} from "./boardLogic";
import { STAGE, SUB_STATUS } from "./stages";

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
  it("allows only online to onsite", () => {
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
  it("removes cards from their lane and adds them on top of the target lane", () => {
    expect(ids(cardsAfterMove(lane(STAGE.online), [card("x"), ...moved, card("y")], moved, DRAG_TARGET, NOW))).toEqual([
      "x",
      "y",
    ]);
    const onsite = cardsAfterMove(lane(STAGE.onsite), [card("z", DRAG_TARGET)], moved, DRAG_TARGET, NOW);
    expect(ids(onsite)).toEqual(["a", "b", "z"]);
    expect(onsite[0]).toMatchObject({ ...DRAG_TARGET, sub_status_since: NOW, version: 1 });
  });
  it("shows no card that the lane's filter or search excludes", () => {
    const filtered = lane(STAGE.onsite, { subStatus: SUB_STATUS.noShow });
    expect(cardsAfterMove(filtered, [], moved, DRAG_TARGET, NOW)).toEqual([]);
    expect(cardsAfterMove(lane(STAGE.onsite, { search: "li", sort: "newest" }), [], moved, DRAG_TARGET, NOW)).toEqual(
      [],
    );
  });
  it("updates a card in place when it stays in its lane", () => {
    const to = { status: STAGE.online, sub_status: SUB_STATUS.noShow };
    const after = cardsAfterMove(lane(STAGE.online), [card("x"), card("a")], [card("a")], to, NOW);
    expect(ids(after)).toEqual(["x", "a"]);
    expect(after[1]?.sub_status).toBe(SUB_STATUS.noShow);
  });
});

describe("countsAfterMove", () => {
  it("moves the count to the new state, even if it had none", () => {
    const counts = [{ status: STAGE.online, sub_status: SUB_STATUS.interviewCompleted, count: 3 }];
    const after = countsAfterMove(counts, [card("a"), card("b")], DRAG_TARGET);
    expect(laneTotal(after, STAGE.online)).toBe(1);
    expect(laneTotal(after, STAGE.onsite)).toBe(2);
    expect(laneTotal(after, STAGE.onsite, SUB_STATUS.noShow)).toBe(0);
  });
});

describe("draggable moves", () => {
  it("lead to the expected lanes", () => {
    expect(DRAG_TARGET).toEqual({ status: STAGE.onsite, sub_status: SUB_STATUS.onsiteInvitationPending });
    expect(PASSED_TARGET).toEqual({ status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending });
    expect(ELIMINATED_TARGET).toEqual({ status: STAGE.archived, sub_status: SUB_STATUS.rejectionSent });
    expect(RECALL_TARGET).toEqual({ status: STAGE.online, sub_status: SUB_STATUS.onlineInvitationPending });
  });
});

describe("isLate", () => {
  const at = (days: number) => Date.parse("2026-03-01T08:00:00Z") + days * 86_400_000;
  it("covers invitations that have expired or expire within a day", () => {
    const sent = card("a", { sub_status: SUB_STATUS.onlineInvitationSent });
    expect(isLate(sent, at(3.9))).toBe(false);
    expect(isLate(sent, at(4))).toBe(true);
    expect(isLate(card("a", { sub_status: SUB_STATUS.onsiteInvitationExpired }), at(0))).toBe(true);
    expect(isLate(card("a", { sub_status: SUB_STATUS.onlineScheduled }), at(30))).toBe(false);
  });
  it("covers the recruiter's steps that have waited as long", () => {
    const completed = card("a", { sub_status: SUB_STATUS.interviewCompleted });
    expect(isLate(completed, at(4.9))).toBe(false);
    expect(isLate(completed, at(5))).toBe(true);
  });
});

describe("readStrip", () => {
  it("parses verdict and kind from each letter", () => {
    expect(readStrip("Mpu")).toEqual([
      { verdict: "met", kind: "must" },
      { verdict: "partly", kind: "nice" },
      { verdict: "unknown", kind: "nice" },
    ]);
    expect(readStrip("NU")[0]).toEqual({ verdict: "not", kind: "must" });
    expect(readStrip(null)).toEqual([]);
  });
});
