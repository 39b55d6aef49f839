// The status table of the guide, derived from the table of moves that the server goes by.
import { MOVES, type MoveKind, type State } from "@/entities/application/moves.gen";
import { STAGE, SUB_STATUS, SUB_STATUSES_OF } from "@/entities/application/stages";
import type { Stage, SubStatus } from "@/lib/api/types";

export type SubStatusKey = keyof typeof SUB_STATUS;
/** Moves that the guide explains. */
export type GuideMove = Exclude<MoveKind, "take_back">;
export type Actor = "system" | "candidate" | "member";

export interface StatusRow {
  stage: Stage;
  status: SubStatus;
  key: SubStatusKey;
  /** What leads here from elsewhere, each once. */
  moves: readonly GuideMove[];
  /** Also where people arrive from an evaluation. */
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
      // The map holds every value of its own table.
      key: KEY_OF.get(status) as SubStatusKey,
      moves: movesTo(`${stage}/${status}` as State),
      isStart: stage === STAGE.aiReview,
    })),
  );
}

/** The moves that lead to a state; taking one back leads to where it began, which is nothing to explain. */
function movesTo(state: State): GuideMove[] {
  const moves = MOVES.filter(({ to }) => to === state).map(({ move }) => move);
  return [...new Set(moves)].filter((move) => move !== "take_back");
}

const BY_CANDIDATE: readonly MoveKind[] = ["view_offer", "accept_offer", "decline_offer"];

/** Who usually makes the move. */
export function actorOf(move: MoveKind): Actor {
  if (move === "time_out") return "system";
  return BY_CANDIDATE.includes(move) ? "candidate" : "member";
}
