// Undoing moves.
import type { MovedCard } from "@/entities/application/board";
import type { BoardMove } from "@/entities/application/boardCache";
import { type BoardCard, DRAG_TARGET, PASSED_TARGET } from "@/entities/application/boardLogic";
import { manualTargets, type Place } from "@/entities/application/moves";

export interface Undo {
  move: BoardMove;
  /** The cards after the move. */
  cards: BoardCard[];
}

/** The move that restores the cards to `before`; null if there is none. */
export function undoOf(move: BoardMove, before: readonly BoardCard[], moved: readonly MovedCard[]): Undo | null {
  const versions = new Map(moved.map(({ id, version }) => [id, version]));
  const now = (place: (card: BoardCard) => Place) =>
    before.flatMap((card) => {
      const version = versions.get(card.id);
      return version === undefined ? [] : [{ ...card, ...place(card), version }];
    });
  switch (move.kind) {
    case "archive":
      return { move: { kind: "restore" }, cards: now((card) => card) };
    case "drag":
    case "mark_passed": {
      const origins = new Map(before.map(({ id, status, sub_status }) => [id, { status, sub_status }]));
      const to = move.kind === "drag" ? DRAG_TARGET : PASSED_TARGET;
      return { move: { kind: "take_back", origins }, cards: now(() => to) };
    }
    case "set": {
      const to = (card: BoardCard) => ({ status: card.status, sub_status: move.sub_status });
      const [first, ...others] = before;
      // One move sets one status, which users may set.
      return first &&
        others.every(({ status, sub_status }) => status === first.status && sub_status === first.sub_status) &&
        manualTargets(to(first)).includes(first.sub_status)
        ? { move: { kind: "set", sub_status: first.sub_status }, cards: now(to) }
        : null;
    }
    case "take_back":
    case "eliminate":
    case "restore":
    case "recall":
      return null;
  }
}
