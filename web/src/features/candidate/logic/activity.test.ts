import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { HistoryEntry, PersonChangeEntry } from "@/lib/api/types";
import { activityOf } from "./activity";

const to = { status: STAGE.online, sub_status: SUB_STATUS.noShow };

function change(at: string, changes: PersonChangeEntry["changes"]): PersonChangeEntry {
  return { id: at, at, actor_kind: "person", user_name: "Lin", changes };
}

it("merges moves and record changes, newest first, and omits hidden ones", () => {
  const moves = [
    { at: "2026-03-01T08:00:00Z", actor: { kind: "ai" }, from: null, to },
    { at: "2026-03-03T08:00:00Z", actor: { kind: "person", name: "Zhao" }, from: to, to, letter_sent: false },
  ] as HistoryEntry[];
  const changes = [
    change("2026-03-04T08:00:00Z", []),
    change("2026-03-02T08:00:00Z", [{ field: "email", from: null, to: "a@b.example" }]),
  ];
  const entries = activityOf(moves, changes);
  expect(entries.map(({ kind, at }) => [kind, at.slice(8, 10)])).toEqual([
    ["move", "03"],
    ["record", "02"],
    ["move", "01"],
  ]);
  expect(entries[0]).toMatchObject({ isArrival: false, letter: false, actorName: "Zhao" });
  expect(entries[2]).toMatchObject({ isArrival: true, letter: null });
});
