// Connects cards and lanes to dnd-kit by components next to them: React visits everything inside dnd-kit's context at
// each step of a drag.
import { useDraggable, useDroppable } from "@dnd-kit/core";
import { useLayoutEffect, useSyncExternalStore } from "react";
import type { DragSpace, Handlers } from "./dragSpace";

export function DndConnectors({ space }: { space: DragSpace }) {
  const cards = useSyncExternalStore(space.cards.subscribe, space.cards.all);
  const lanes = useSyncExternalStore(space.lanes.subscribe, space.lanes.all);
  return (
    <>
      {lanes.map(([id, node]) => (
        <LaneConnector key={id} id={id} node={node} />
      ))}
      {cards.map(([id, node]) => (
        <CardConnector key={id} id={id} node={node} space={space} />
      ))}
    </>
  );
}

function LaneConnector({ id, node }: { id: string; node: HTMLElement }) {
  const { setNodeRef } = useDroppable({ id });
  useLayoutEffect(() => setNodeRef(node), [setNodeRef, node]);
  return null;
}

function CardConnector({ id, node, space }: { id: string; node: HTMLElement; space: DragSpace }) {
  const { listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id });
  useLayoutEffect(() => {
    setNodeRef(node);
    // Only the card itself starts a keyboard drag: Space on a control inside activates that control.
    setActivatorNodeRef(node);
  }, [setNodeRef, setActivatorNodeRef, node]);
  useLayoutEffect(() => {
    if (listeners) space.handlers.set(id, listeners as Handlers);
    return () => {
      space.handlers.delete(id);
    };
  }, [space, id, listeners]);
  return null;
}
