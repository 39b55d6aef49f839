// What my role may do to an application, by the table of moves.
import { useCallback } from "react";
import { useCurrentMembership } from "@/entities/session/session";
import { type Place, rulesFrom } from "./moves";
import type { MoveKind } from "./moves.gen";

/** Whether the move is allowed from a place, and to my role. */
export function useMayMove(): (kind: MoveKind, place: Place, archived?: boolean) => boolean {
  const { permissions } = useCurrentMembership();
  return useCallback(
    (kind, place, archived = false) =>
      rulesFrom(kind, place, archived).some(({ permission }) =>
        (permissions as readonly string[]).includes(permission),
      ),
    [permissions],
  );
}
