// The draggable cards of a lane.
import { type ReactNode, useCallback, useLayoutEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { BoardCard } from "@/entities/application/boardLogic";
import type { Focus } from "@/ui/lists/useVirtualRows";
import { VirtualList } from "@/ui/lists/VirtualList";
import type { Density } from "../logic/density";
import { Card, type CardActions } from "./Card";
import { DRAG_INSTRUCTIONS, useDragSpace } from "./dragSpace";
import styles from "./Lane.module.css";
import type { NextSteps } from "./useCardCommands";

/** Estimated height of a card with all its content, and the gap after it. */
const HEIGHTS: Record<Density, { card: number; gap: number }> = {
  comfortable: { card: 148, gap: 8 },
  compact: { card: 58, gap: 4 },
};

const idOf = (card: BoardCard) => card.id;
const focusable = (id: string) => `[data-card="${id}"]`;

interface Props {
  cards: readonly BoardCard[];
  selected: ReadonlySet<string>;
  scheduled: ReadonlyMap<string, string>;
  /** The candidate that is open beside the board. */
  openedId: string | null;
  density: Density;
  focus: Focus | null;
  /** The card in the tab order. */
  currentId: string | null;
  draggable: boolean;
  steps: NextSteps;
  now: number;
  criteria: readonly string[] | null;
  actions: CardActions;
  onFocus: (id: string) => void;
  onFocusLost: (id: string) => void;
  label: string;
}

export function LaneList({ cards, focus, label, density, ...props }: Props) {
  "use memo";
  const { t } = useTranslation("pipeline");
  const role = props.draggable ? t("drag.role") : undefined;
  const current = cards.some(({ id }) => id === props.currentId) ? props.currentId : cards[0]?.id;
  return (
    <VirtualList
      // Heights are measured again.
      key={density}
      items={cards}
      idOf={idOf}
      estimate={HEIGHTS[density].card}
      gap={HEIGHTS[density].gap}
      label={label}
      className={styles.scroller}
      focus={focus}
      focusable={focusable}
    >
      {(card) => (
        <Draggable
          id={card.id}
          role={role}
          reachable={card.id === current}
          onFocus={props.onFocus}
          onFocusLost={props.onFocusLost}
          name={card.person.name}
        >
          <Card
            card={card}
            selected={props.selected.has(card.id)}
            scheduled={props.scheduled.get(card.id)}
            opened={card.id === props.openedId}
            compact={density === "compact"}
            steps={props.steps}
            now={props.now}
            criteria={props.criteria}
            actions={props.actions}
          />
        </Draggable>
      )}
    </VirtualList>
  );
}

interface DraggableProps {
  id: string;
  /** What a screen reader calls it; undefined if it cannot be dragged. */
  role: string | undefined;
  reachable: boolean;
  name: string | null | undefined;
  onFocus: (id: string) => void;
  /** It is removed while it has the focus. */
  onFocusLost: (id: string) => void;
  children: ReactNode;
}

function Draggable({ id, role, reachable, name, onFocus, onFocusLost, children }: DraggableProps) {
  "use memo";
  const space = useDragSpace();
  const isDragging = useSyncExternalStore(space.subscribe, () => space.isDragged(id));
  const isEnabled = role !== undefined;
  const place = useCallback(
    (node: HTMLElement | null) => (isEnabled && node ? space.cards.put(id, node) : undefined),
    [space, id, isEnabled],
  );
  const focused = useCallback(() => onFocus(id), [onFocus, id]);
  useLayoutEffect(
    () => () => {
      const card = document.activeElement?.closest<HTMLElement>("[data-card]");
      if (card?.dataset["card"] === id) onFocusLost(id);
    },
    [id, onFocusLost],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card contains buttons, which a button may not
    <div
      ref={place}
      onMouseDown={space.begin}
      onTouchStart={space.begin}
      onKeyDown={space.begin}
      role="group"
      aria-describedby={DRAG_INSTRUCTIONS}
      aria-roledescription={role}
      aria-label={name ?? undefined}
      tabIndex={reachable ? 0 : -1}
      data-card={id}
      className={styles.draggable}
      data-dragging={isDragging}
      onFocus={focused}
    >
      {children}
    </div>
  );
}
