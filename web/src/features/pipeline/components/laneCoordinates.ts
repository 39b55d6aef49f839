// Moves a dragged card between lanes by keyboard.
import { KeyboardCode, type KeyboardCoordinateGetter } from "@dnd-kit/core";

/** Left and right go to the neighbouring lane; other keys are ignored. */
export const laneCoordinates: KeyboardCoordinateGetter = (event, { context }) => {
  const by = event.code === KeyboardCode.Right ? 1 : event.code === KeyboardCode.Left ? -1 : 0;
  // Prevent scrolling while dragging.
  if (event.code.startsWith("Arrow")) event.preventDefault();
  if (by === 0) return undefined;
  const { collisionRect, droppableContainers, droppableRects, over } = context;
  if (!collisionRect) return undefined;
  const lanes = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id);
      return rect ? [{ id, rect }] : [];
    })
    .sort((a, b) => a.rect.left - b.rect.left);
  const center = collisionRect.left + collisionRect.width / 2;
  const inside = lanes.findIndex(({ id, rect }) =>
    over ? id === over.id : center >= rect.left && center < rect.left + rect.width,
  );
  const target = lanes[inside + by];
  if (inside < 0 || !target) return undefined;
  return {
    x: target.rect.left + (target.rect.width - collisionRect.width) / 2,
    y: Math.max(collisionRect.top, target.rect.top + 1),
  };
};
