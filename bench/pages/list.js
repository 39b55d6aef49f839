// Two lanes of empty dnd-kit items, dragged as on the board. `window.lanes` is the number of items in each.
import { DndContext, DragOverlay, MouseSensor, pointerWithin, useDraggable, useDroppable, useSensor, useSensors } from "@dnd-kit/core";
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";

function Item({ id }) {
  const { listeners, setNodeRef, isDragging } = useDraggable({ id });
  return createElement("div", { ref: setNodeRef, ...listeners, className: "item", "data-card": id, "data-dragging": isDragging });
}

function Lane({ id, count }) {
  const { setNodeRef } = useDroppable({ id });
  const items = Array.from({ length: count }, (_, at) => `${id} ${at}`);
  return createElement("section", { ref: setNodeRef }, items.map((item) => createElement(Item, { key: item, id: item })));
}

function List() {
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const [dragged, setDragged] = useState(null);
  return createElement(
    DndContext,
    {
      sensors,
      collisionDetection: pointerWithin,
      onDragStart: ({ active }) => setDragged(active.id),
      onDragEnd: () => setDragged(null),
    },
    createElement("div", null, window.lanes.map((count, at) => createElement(Lane, { key: at, id: `lane ${at}`, count }))),
    createElement(DragOverlay, { dropAnimation: null }, dragged ? createElement("div", null, dragged) : null),
  );
}

createRoot(document.getElementById("root")).render(createElement(List));
