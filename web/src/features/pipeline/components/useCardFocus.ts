// Moves the focus to cards, and with a card that moves to another lane or leaves the board.
import { useCallback, useEffect, useRef, useState } from "react";
import type { BoardCard } from "@/entities/application/boardLogic";
import type { Stage } from "@/lib/api/types";
import type { Focus } from "@/ui/lists/useVirtualRows";
import type { LaneReport } from "./Lane";

/** Where the focused card was when it was removed. */
interface Lost {
  id: string;
  stage: Stage;
  at: number;
}

export function useCardFocus(
  byId: ReadonlyMap<string, BoardCard>,
  lanes: Partial<Record<Stage, LaneReport>>,
): {
  focus: Focus | null;
  focusCard: (id: string) => void;
  onFocused: (id: string) => void;
  /** The card was removed while it had the focus. */
  onFocusLost: (id: string) => void;
} {
  const [focus, setFocus] = useState<Focus | null>(null);
  const latest = useRef({ byId, lanes });
  const lost = useRef<Lost | null>(null);
  const requests = useRef(0);
  const focusCard = useCallback((id: string) => {
    requests.current += 1;
    setFocus({ id, request: requests.current });
  }, []);
  // A list that is shown again doesn't take the focus again.
  const onFocused = useCallback((id: string) => setFocus((former) => (former?.id === id ? null : former)), []);
  const onFocusLost = useCallback((id: string) => {
    const stage = latest.current.byId.get(id)?.status;
    if (!stage) return;
    const at = latest.current.lanes[stage]?.cards.findIndex((card) => card.id === id) ?? 0;
    lost.current = { id, stage, at };
  }, []);
  useEffect(() => {
    latest.current = { byId, lanes };
    const was = lost.current;
    lost.current = null;
    // Where the focus went on, or the card only scrolled out of its list, it stays.
    if (!was || document.activeElement !== document.body || byId.get(was.id)?.status === was.stage) return;
    const left = lanes[was.stage]?.cards ?? [];
    const next = byId.has(was.id) ? was.id : (left[was.at] ?? left.at(-1))?.id;
    if (next) focusCard(next);
  }, [byId, lanes, focusCard]);
  return { focus, focusCard, onFocused, onFocusLost };
}
