// Arrow key navigation on the board.

/**
 * The card above, below, or at about the same height in the next lane with cards; the first card if there is no
 * current one.
 */
export function neighbour(
  lanes: readonly (readonly string[])[],
  at: string | null,
  across: -1 | 0 | 1,
  down: -1 | 0 | 1,
): string | undefined {
  const column = at === null ? -1 : lanes.findIndex((lane) => lane.includes(at));
  const lane = lanes[column];
  if (!lane || at === null) return lanes.find((cards) => cards.length > 0)?.[0];
  const row = lane.indexOf(at);
  if (across === 0) return lane[row + down];
  for (let next = column + across; lanes[next]; next += across) {
    const cards = lanes[next] ?? [];
    if (cards.length > 0) return cards[Math.min(row, cards.length - 1)];
  }
  return undefined;
}
