// The draggable cards of a lane.
import { useDraggable } from "@dnd-kit/core";
import { type ReactNode, useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { BoardCard } from "@/entities/application/boardLogic";
import type { Focus } from "@/ui/lists/useVirtualRows";
import { VirtualList } from "@/ui/lists/VirtualList";
import { Card, type CardActions } from "./Card";
import styles from "./Lane.module.css";
import type { NextSteps } from "./useCardCommands";

/** Estimated height of a card with all its content. */
const CARD_PX = 148;
const GAP_PX = 8;

const idOf = (card: BoardCard) => card.id;
const focusable = (id: string) => `[data-card="${id}"]`;

interface Props {
  cards: readonly BoardCard[];
  selected: ReadonlySet<string>;
  focus: Focus | null;
  /** The card in the tab order. */
  currentId: string | null;
  draggable: boolean;
  steps: NextSteps;
  now: number;
  actions: CardActions;
  onFocus: (id: string) => void;
  label: string;
}

export function LaneList({ cards, focus, label, ...props }: Props) {
  "use memo";
  const current = cards.some(({ id }) => id === props.currentId) ? props.currentId : cards[0]?.id;
  return (
    <VirtualList
      items={cards}
      idOf={idOf}
      estimate={CARD_PX}
      gap={GAP_PX}
      label={label}
      className={styles.scroller}
      focus={focus}
      focusable={focusable}
    >
      {(card) => (
        <Draggable
          id={card.id}
          enabled={props.draggable}
          reachable={card.id === current}
          onFocus={props.onFocus}
          name={card.person.name}
        >
          <Card
            card={card}
            selected={props.selected.has(card.id)}
            steps={props.steps}
            now={props.now}
            actions={props.actions}
          />
        </Draggable>
      )}
    </VirtualList>
  );
}

interface DraggableProps {
  id: string;
  enabled: boolean;
  reachable: boolean;
  name: string | null | undefined;
  onFocus: (id: string) => void;
  children: ReactNode;
}

/** dnd-kit renders this again while dragging, but not the card inside. */
function Draggable({ id, enabled, reachable, name, onFocus, children }: DraggableProps) {
  const { t } = useTranslation("pipeline");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id,
    disabled: !enabled,
  });
  // Only the card itself starts a keyboard drag: Space on a control inside activates that control.
  const holder = useCallback(
    (node: HTMLElement | null) => {
      setNodeRef(node);
      setActivatorNodeRef(node);
    },
    [setNodeRef, setActivatorNodeRef],
  );
  const focused = useCallback(() => onFocus(id), [onFocus, id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card holds buttons of its own, which a button may not
    <div
      ref={holder}
      {...listeners}
      role="group"
      aria-describedby={attributes["aria-describedby"]}
      aria-roledescription={enabled ? t("drag.role") : undefined}
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
