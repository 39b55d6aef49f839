// The lanes side by side, with drag and drop of cards by mouse, touch and keyboard.
import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type HTMLAttributes, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type BoardCard, dropOn } from "@/entities/application/boardLogic";
import { useStageName } from "@/entities/application/stages";
import type { Stage } from "@/lib/api/types";
import styles from "./Board.module.css";
import { DndConnectors } from "./DndConnectors";
import { DRAG_INSTRUCTIONS, DragSpace, DragSpaceProvider } from "./dragSpace";
import { laneCoordinates } from "./laneCoordinates";

// Constant, so that dnd-kit does not renew its listeners, and with them every card, when a drag begins.
const BY_MOUSE = { activationConstraint: { distance: 6 } };
const BY_TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } };
const BY_KEYBOARD = {
  coordinateGetter: laneCoordinates,
  keyboardCodes: {
    start: [KeyboardCode.Space],
    cancel: [KeyboardCode.Esc],
    end: [KeyboardCode.Space, KeyboardCode.Enter],
  },
};

/** Keyboard dragging has no pointer coordinates. */
const collisionDetection: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args);

interface Props {
  /** The card with the id, in any lane. */
  find: (id: string) => BoardCard | undefined;
  /** The cards that are dragged along. */
  together: (card: BoardCard) => readonly BoardCard[];
  onDrop: (cards: readonly BoardCard[]) => void;
  /** Cards were dropped on a lane that does not accept them. */
  onRefused: () => void;
  /** Handlers of what is pointed at in the lanes. */
  pointing: HTMLAttributes<HTMLDivElement>;
  children: ReactNode;
}

export function Board({ find, together, onDrop, onRefused, pointing, children }: Props) {
  const { t } = useTranslation("pipeline");
  const stageName = useStageName();
  const [space] = useState(() => new DragSpace());
  const [dragged, setDragged] = useState<readonly BoardCard[]>([]);
  const sensors = useSensors(
    useSensor(MouseSensor, BY_MOUSE),
    useSensor(TouchSensor, BY_TOUCH),
    useSensor(KeyboardSensor, BY_KEYBOARD),
  );

  const nameOf = (active: Active) => find(String(active.id))?.person.name ?? t("card.nameless");
  const stageOf = (active: Active) => find(String(active.id))?.status;
  const laneOf = (over: Over | null) => over?.id as Stage | undefined;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("drag.picked", { name: nameOf(active) }),
    onDragOver: ({ active, over }) => {
      const [from, to] = [stageOf(active), laneOf(over)];
      if (!from || !to) return t("drag.nowhere");
      const lane = stageName(to);
      return {
        same: t("drag.over_same", { lane }),
        allowed: t("drag.over", { lane }),
        refused: t("drag.over_refused", { lane }),
      }[dropOn(from, to)];
    },
    onDragEnd: ({ active, over }) => {
      const [from, to] = [stageOf(active), laneOf(over)];
      const moved = from && to && dropOn(from, to) === "allowed";
      return moved
        ? t("drag.dropped", { name: nameOf(active), lane: stageName(to) })
        : t("drag.stayed", { name: nameOf(active) });
    },
    onDragCancel: ({ active }) => t("drag.stayed", { name: nameOf(active) }),
  };

  const onDragStart = ({ active }: DragStartEvent) => {
    const card = find(String(active.id));
    setDragged(card ? together(card) : []);
    space.setDragged(card ? { id: card.id, from: card.status } : null);
  };
  const stop = () => {
    setDragged([]);
    space.setDragged(null);
  };
  const onDragEnd = ({ over }: DragEndEvent) => {
    const cards = dragged;
    stop();
    const [from, to] = [cards[0]?.status, laneOf(over)];
    if (!from || !to) return;
    const drop = dropOn(from, to);
    if (drop === "allowed") onDrop(cards);
    else if (drop === "refused") onRefused();
  };
  const [first] = dragged;
  return (
    <>
      <DragSpaceProvider value={space}>
        <div className={styles.lanes} {...pointing}>
          {children}
        </div>
      </DragSpaceProvider>
      <DndContext
        id={DRAG_INSTRUCTIONS}
        sensors={sensors}
        collisionDetection={collisionDetection}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t("drag.instructions") } }}
        onDragStart={onDragStart}
        onDragOver={({ over }) => space.setOver(over?.id ?? null)}
        onDragEnd={onDragEnd}
        onDragCancel={stop}
      >
        <DndConnectors space={space} />
        <DragOverlay dropAnimation={null}>
          {first ? (
            <div className={styles.overlay}>
              <strong>{first.person.name ?? t("card.nameless")}</strong>
              {dragged.length > 1 ? <span>{t("drag.more", { count: dragged.length - 1 })}</span> : null}
            </div>
          ) : null}
        </DragOverlay>
      </DndContext>
    </>
  );
}
