// The guide's status table, derived from the generated table of moves.
import { MOVES, type MoveKind, type State } from "@/entities/application/moves.gen";
import { STAGE, SUB_STATUS, SUB_STATUSES_OF } from "@/entities/application/stages";
import type { Stage, SubStatus } from "@/lib/api/types";

export type SubStatusKey = keyof typeof SUB_STATUS;
/** Moves the guide explains. */
export type GuideMove = Exclude<MoveKind, "take_back">;
export type Actor = "system" | "candidate" | "candidate_or_member" | "member";

export interface StatusRow {
  stage: Stage;
  status: SubStatus;
  key: SubStatusKey;
  /** Moves that lead here from other statuses, each once. */
  moves: readonly GuideMove[];
  /** Whether evaluations also start here. */
  isStart: boolean;
}

const KEY_OF = new Map<SubStatus, SubStatusKey>(
  (Object.entries(SUB_STATUS) as [SubStatusKey, SubStatus][]).map(([key, status]) => [status, key]),
);

export function statusRows(): StatusRow[] {
  return (Object.entries(SUB_STATUSES_OF) as [Stage, readonly SubStatus[]][]).flatMap(([stage, statuses]) =>
    statuses.map((status) => ({
      stage,
      status,
      // The map is built from all values of this table.
      key: KEY_OF.get(status) as SubStatusKey,
      moves: movesTo(`${stage}/${status}` as State),
      isStart: stage === STAGE.aiReview,
    })),
  );
}

/** Moves that lead to a state, except taking a move back. */
function movesTo(state: State): GuideMove[] {
  const moves = MOVES.filter(({ to }) => to === state).map(({ move }) => move);
  return [...new Set(moves)].filter((move) => move !== "take_back");
}

/** The status that a move leads to, which is the same from everywhere. */
export function statusAfter(move: Exclude<GuideMove, "set_by_hand" | "restore">): SubStatus {
  const to = MOVES.find((one) => one.move === move && one.to)?.to ?? "";
  return to.slice(to.indexOf("/") + 1) as SubStatus;
}

const BY_CANDIDATE: readonly MoveKind[] = ["view_offer", "accept_offer", "decline_offer"];
/** Through the booking link, or for them. */
const BY_EITHER: readonly MoveKind[] = ["book", "cancel_booking"];

/** Who usually makes the move. */
export function actorOf(move: MoveKind): Actor {
  if (move === "time_out") return "system";
  if (BY_EITHER.includes(move)) return "candidate_or_member";
  return BY_CANDIDATE.includes(move) ? "candidate" : "member";
}
