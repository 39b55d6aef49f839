// The candidates before and after the opened one.

/** Where an opened candidate is, or was before it left the lane. */
export interface Spot {
  id: string;
  lane: number;
  row: number;
}

/** The spot of the opened card. One that moved on or left keeps its former spot, where the work goes on. */
export function spotOf(lanes: readonly (readonly string[])[], id: string, former: Spot | null): Spot | null {
  if (former?.id === id) {
    const row = lanes[former.lane]?.indexOf(id) ?? -1;
    return row < 0 || row === former.row ? former : { ...former, row };
  }
  const lane = lanes.findIndex((ids) => ids.includes(id));
  return lane < 0 ? null : { id, lane, row: lanes[lane]?.indexOf(id) ?? 0 };
}

export interface Beside {
  previous: string | null;
  next: string | null;
}

/** The neighbours of a spot in its lane; after one that left, the one that took its place. */
export function besideOf(lanes: readonly (readonly string[])[], spot: Spot | null): Beside {
  const lane = spot ? (lanes[spot.lane] ?? []) : [];
  if (!spot) return { previous: null, next: null };
  const isThere = lane[spot.row] === spot.id;
  return { previous: lane[spot.row - 1] ?? null, next: lane[isThere ? spot.row + 1 : spot.row] ?? null };
}
