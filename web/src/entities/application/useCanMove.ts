// Which moves the member's role allows, by the table of moves.
import { useCallback } from "react";
import { useCurrentMembership } from "@/entities/session/session";
import { type Place, rulesFrom } from "./moves";
import type { MoveKind } from "./moves.gen";

/** Whether a move from a state is allowed for the member's role. */
export function useCanMove(): (kind: MoveKind, place: Place, archived?: boolean) => boolean {
  const { permissions } = useCurrentMembership();
  return useCallback(
    (kind, place, archived = false) =>
      rulesFrom(kind, place, archived).some(({ permission }) =>
        (permissions as readonly string[]).includes(permission),
      ),
    [permissions],
  );
}
