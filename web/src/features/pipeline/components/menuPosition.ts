// Position of a card's context menu.

/** The card and the point of its open menu. */
export interface MenuPosition {
  id: string;
  x: number;
  y: number;
}

/** Below the card's upper edge, for menus opened by keyboard. */
export function menuPositionOf(id: string): MenuPosition {
  const box = document.querySelector(`[data-card="${id}"]`)?.getBoundingClientRect();
  return { id, x: box?.left ?? 0, y: (box?.top ?? 0) + 24 };
}
