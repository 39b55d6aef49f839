import { describe, expect, it } from "vitest";
import { type BoardCard, DRAG_TARGET } from "@/entities/application/boardLogic";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { SubStatus } from "@/lib/api/types";
import { undoOf } from "./undo";

function card(id: string, sub_status: SubStatus): BoardCard {
  return {
    id,
    version: 1,
    person: { id: `person ${id}` },
    status: STAGE.online,
    sub_status,
    sub_status_since: "2026-03-01T00:00:00Z",
    strip: [],
    flags: [],
    starred: false,
  };
}

describe("undoOf", () => {
  const noShow = card("a", SUB_STATUS.noShow);
  const completed = card("b", SUB_STATUS.interviewCompleted);

  it("returns each moved card to its origin", () => {
    const undo = undoOf({ kind: "drag" }, [noShow, completed], [{ id: "a", version: 2 }]);
    expect(undo?.move.kind === "take_back" && undo.move.origins.get("a")).toEqual({
      status: STAGE.online,
      sub_status: SUB_STATUS.noShow,
    });
    expect(undo?.cards).toEqual([{ ...noShow, ...DRAG_TARGET, version: 2 }]);
  });

  it("restores only manually settable statuses", () => {
    const moved = [{ id: "a", version: 2 }];
    const back = undoOf({ kind: "set", sub_status: SUB_STATUS.interviewCompleted }, [noShow], moved);
    expect(back?.move).toEqual({ kind: "set", sub_status: SUB_STATUS.noShow });
    const sent = card("a", SUB_STATUS.onlineInvitationSent);
    expect(undoOf({ kind: "set", sub_status: SUB_STATUS.noShow }, [sent], moved)).toBeNull();
  });

  it("restores the status of several that had the same", () => {
    const both = [noShow, card("c", SUB_STATUS.noShow)];
    const moved = both.map(({ id }) => ({ id, version: 2 }));
    const set = { kind: "set", sub_status: SUB_STATUS.interviewCompleted } as const;
    const back = undoOf(set, both, moved);
    expect(back?.move).toEqual({ kind: "set", sub_status: SUB_STATUS.noShow });
    expect(back?.cards.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(undoOf(set, [noShow, card("c", SUB_STATUS.onlineScheduled)], moved)).toBeNull();
  });

  it("has no undo for final moves and fresh starts", () => {
    for (const kind of ["eliminate", "recall"] as const) {
      expect(undoOf({ kind }, [noShow], [{ id: "a", version: 2 }])).toBeNull();
    }
  });
});
