// The cards of a lane, of which those on screen exist; each can be dragged by mouse, touch and keyboard.
import { useDraggable } from "@dnd-kit/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { BoardCard } from "@/entities/application/boardLogic";
import { Card, type CardActions } from "./Card";
import styles from "./Lane.module.css";

/** About what a card with everything on it measures; each is measured once it is on screen. */
const CARD_PX = 148;
const GAP_PX = 8;

export interface Focus {
  id: string;
  /** Rises with every request, so that asking for the same card again counts. */
  request: number;
}

interface Props {
  cards: readonly BoardCard[];
  selected: ReadonlySet<string>;
  focus: Focus | null;
  /** The card that Tab reaches. */
  currentId: string | null;
  draggable: boolean;
  canMove: boolean;
  now: number;
  actions: CardActions;
  onFocus: (id: string) => void;
  label: string;
}

export function LaneList({ cards, focus, ...props }: Props) {
  // Its own element, so that it is there when the rows are measured first.
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => cards[index]?.id ?? index,
    estimateSize: () => CARD_PX,
    gap: GAP_PX,
    overscan: 6,
  });
  const done = useRef(focus?.request ?? 0);
  useEffect(() => {
    if (!focus || focus.request === done.current) return;
    const index = cards.findIndex(({ id }) => id === focus.id);
    if (index < 0) return;
    done.current = focus.request;
    virtual.scrollToIndex(index);
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-card="${focus.id}"]`)?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [focus, cards, virtual]);

  const current = cards.some(({ id }) => id === props.currentId) ? props.currentId : cards[0]?.id;
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul className={styles.list} style={{ height: virtual.getTotalSize() }} aria-label={props.label}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const card = cards[index];
          if (!card) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={cards.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
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
                  canMove={props.canMove}
                  now={props.now}
                  actions={props.actions}
                />
              </Draggable>
            </li>
          );
        })}
      </ul>
    </div>
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

/** What dnd-kit renders again while something is dragged; the card inside it is not. */
function Draggable({ id, enabled, reachable, name, onFocus, children }: DraggableProps) {
  const { t } = useTranslation("pipeline");
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({ id, disabled: !enabled });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card holds buttons of its own, which a button may not
    <div
      ref={setNodeRef}
      {...listeners}
      role="group"
      aria-describedby={attributes["aria-describedby"]}
      aria-roledescription={enabled ? t("drag.role") : undefined}
      aria-label={name ?? undefined}
      tabIndex={reachable ? 0 : -1}
      data-card={id}
      className={styles.draggable}
      data-dragging={isDragging}
      onFocus={() => onFocus(id)}
    >
      {children}
    </div>
  );
}
