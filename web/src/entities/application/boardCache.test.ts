import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { apply, type LaneData, putBack, setVersions, spotsOf } from "./boardCache";
import type { BoardCard, LaneCount, LaneView } from "./boardLogic";
import { STAGE, SUB_STATUS } from "./stages";

const KEYS = { board: ["board"], counts: ["counts"] };
const ONLINE: LaneView = { stage: STAGE.online, subStatus: null, search: "", sort: "newest" };
const ONSITE: LaneView = { ...ONLINE, stage: STAGE.onsite };

const card = (id: string): BoardCard =>
  ({ id, version: 3, status: STAGE.online, sub_status: SUB_STATUS.interviewCompleted }) as BoardCard;
const ARCHIVE = { kind: "archive", reason: "other" } as const;
const [A, B, C] = [card("a"), card("b"), card("c")];

let client = new QueryClient();
beforeEach(() => {
  client = new QueryClient();
  const lane = (items: BoardCard[]): LaneData => ({ pages: [{ items, total: items.length }], pageParams: [null] });
  client.setQueryData([...KEYS.board, ONLINE], lane([A, B, C]));
  client.setQueryData([...KEYS.board, ONSITE], lane([]));
  client.setQueryData(KEYS.counts, [{ status: STAGE.online, sub_status: SUB_STATUS.interviewCompleted, count: 3 }]);
});

const idsIn = (view: LaneView) =>
  client.getQueryData<LaneData>([...KEYS.board, view])?.pages.flatMap(({ items }) => items.map(({ id }) => id));
const totalOf = (view: LaneView) => client.getQueryData<LaneData>([...KEYS.board, view])?.pages[0]?.total;
const countOf = (stage: string) =>
  (client.getQueryData<LaneCount[]>(KEYS.counts) ?? [])
    .filter(({ status }) => status === stage)
    .reduce((sum, { count }) => sum + count, 0);

describe("two moves under way", () => {
  it("put only the refused card back, where it was", () => {
    const former = spotsOf(client, KEYS.board, [A]);
    apply(client, KEYS, { kind: "mark_passed" }, [A]);
    apply(client, KEYS, { kind: "mark_passed" }, [B]);
    putBack(client, KEYS, { kind: "mark_passed" }, [A], former);
    expect([idsIn(ONLINE), idsIn(ONSITE)]).toEqual([["a", "c"], ["b"]]);
    expect([totalOf(ONLINE), totalOf(ONSITE)]).toEqual([2, 1]);
    expect([countOf(STAGE.online), countOf(STAGE.onsite)]).toEqual([2, 1]);
  });

  it("put a card back that had left the board", () => {
    const former = spotsOf(client, KEYS.board, [B]);
    apply(client, KEYS, ARCHIVE, [B]);
    apply(client, KEYS, { kind: "mark_passed" }, [C]);
    putBack(client, KEYS, ARCHIVE, [B], former);
    expect([idsIn(ONLINE), idsIn(ONSITE)]).toEqual([["a", "b"], ["c"]]);
    expect(countOf(STAGE.online)).toBe(2);
  });
});

it("counts an archived card again when it is restored or recalled", () => {
  apply(client, KEYS, ARCHIVE, [B]);
  expect(countOf(STAGE.online)).toBe(2);
  apply(client, KEYS, { kind: "restore" }, [B]);
  expect([countOf(STAGE.online), totalOf(ONLINE)]).toEqual([3, 3]);
  putBack(client, KEYS, { kind: "restore" }, [B], []);
  expect([countOf(STAGE.online), idsIn(ONLINE)]).toEqual([2, ["a", "c"]]);
  apply(client, KEYS, { kind: "recall" }, [B]);
  expect([countOf(STAGE.online), idsIn(ONLINE)]).toEqual([3, ["b", "a", "c"]]);
});

it("gives a moved card its new version, with which it can be moved again before the lanes are loaded", () => {
  apply(client, KEYS, { kind: "mark_passed" }, [A]);
  setVersions(client, KEYS.board, [{ id: "a", version: 4 }]);
  const [moved] = client.getQueryData<LaneData>([...KEYS.board, ONSITE])?.pages[0]?.items ?? [];
  expect(moved?.version).toBe(4);
});
