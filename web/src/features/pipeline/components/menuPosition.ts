// Where the menu of a card opens.

/** Where a card's menu is open. */
export interface MenuPosition {
  id: string;
  x: number;
  y: number;
}

/** Below the upper edge of a card, for a menu that the keyboard asked for. */
export function menuPositionOf(id: string): MenuPosition {
  const box = document.querySelector(`[data-card="${id}"]`)?.getBoundingClientRect();
  return { id, x: box?.left ?? 0, y: (box?.top ?? 0) + 24 };
}
