// Optimistic changes of a job's cached lanes and counts. Each concerns its own cards only, because several moves may be
// under way.
import { type InfiniteData, notifyManager, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ArchiveReason, SubStatus } from "@/lib/api/types";
import {
  type BoardCard,
  cardsAfterMove,
  countsAfterMove,
  DRAG_TARGET,
  ELIMINATED_TARGET,
  type LaneCount,
  type LaneView,
  PASSED_TARGET,
  RECALL_TARGET,
} from "./boardLogic";
import type { Place } from "./moves";

export interface BoardPage {
  items: BoardCard[];
  next_cursor?: string | null;
  /** The total number with the lane's filter and search. */
  total: number;
}
export type LaneData = InfiniteData<BoardPage, string | null>;

export interface BoardKeys {
  board: QueryKey;
  counts: QueryKey;
}

export type BoardMove =
  | { kind: "drag" | "mark_passed" | "eliminate" | "recall" | "restore" }
  | { kind: "archive"; reason: ArchiveReason }
  | { kind: "set"; sub_status: SubStatus }
  /** Undoes the last move; `origins` contains the previous states. */
  | { kind: "take_back"; origins: ReadonlyMap<string, Place> };

/** Target state of a move; null removes the card from the board. */
function targetOf(move: BoardMove, card: BoardCard): Place | null {
  switch (move.kind) {
    case "drag":
      return DRAG_TARGET;
    case "mark_passed":
      return PASSED_TARGET;
    case "eliminate":
      return ELIMINATED_TARGET;
    case "recall":
      return RECALL_TARGET;
    case "set":
      return { status: card.status, sub_status: move.sub_status };
    case "take_back":
      return move.origins.get(card.id) ?? null;
    case "restore":
      return { status: card.status, sub_status: card.sub_status };
    case "archive":
      return null;
  }
}

/** Where a move takes the card from: an archived one keeps the state it had, but isn't counted there. */
function originOf(move: BoardMove, { status, sub_status }: BoardCard): Place {
  return move.kind === "restore" || move.kind === "recall" ? ELIMINATED_TARGET : { status, sub_status };
}

/** Cards grouped by target state. */
function byTarget(move: BoardMove, cards: readonly BoardCard[]): { to: Place; cards: BoardCard[] }[] {
  const groups = new Map<string, { to: Place; cards: BoardCard[] }>();
  for (const card of cards) {
    // A card that leaves the board is treated as archived.
    const to = targetOf(move, card) ?? ELIMINATED_TARGET;
    const key = `${to.status}/${to.sub_status}`;
    groups.set(key, { to, cards: [...(groups.get(key)?.cards ?? []), card] });
  }
  return [...groups.values()];
}

/** Applies a move to the cached lanes and counts, which show it at once. */
export function apply(client: QueryClient, keys: BoardKeys, move: BoardMove, moved: readonly BoardCard[]): void {
  notifyManager.batch(() => applyToEach(client, keys, move, moved));
}

function applyToEach(client: QueryClient, keys: BoardKeys, move: BoardMove, moved: readonly BoardCard[]): void {
  const now = new Date().toISOString();
  for (const { to, cards } of byTarget(move, moved)) {
    for (const [key, data] of client.getQueriesData<LaneData>({ queryKey: keys.board })) {
      const view = key.at(-1) as LaneView;
      const [head, ...rest] = data?.pages ?? [];
      if (!data || !head) continue;
      const all = [head, ...rest].flatMap(({ items }) => items);
      const next = new Map(cardsAfterMove(view, all, cards, to, now).map((card) => [card.id, card]));
      const known = new Set(all.map(({ id }) => id));
      const keep = (items: readonly BoardCard[]) => items.flatMap(({ id }) => next.get(id) ?? []);
      const arrived = [...next.values()].filter(({ id }) => !known.has(id));
      client.setQueryData<LaneData>(key, {
        ...data,
        pages: [
          { ...head, total: head.total + next.size - all.length, items: [...arrived, ...keep(head.items)] },
          ...rest.map((page) => ({ ...page, items: keep(page.items) })),
        ],
      });
    }
    const from = cards.map((card) => originOf(move, card));
    client.setQueryData<LaneCount[]>(keys.counts, (counts) => counts && countsAfterMove(counts, from, to));
  }
}

/** Where a card was: in which lane, on which page, at which position. */
interface Spot {
  key: QueryKey;
  page: number;
  at: number;
  card: BoardCard;
}

/** Where the cards are in the cached lanes. */
export function spotsOf(client: QueryClient, board: QueryKey, cards: readonly BoardCard[]): Spot[] {
  const ids = new Set(cards.map(({ id }) => id));
  return client
    .getQueriesData<LaneData>({ queryKey: board })
    .flatMap(([key, data]) =>
      (data?.pages ?? []).flatMap(({ items }, page) =>
        items.flatMap((card, at) => (ids.has(card.id) ? [{ key, page, at, card }] : [])),
      ),
    );
}

/** Puts cards that were not moved back to where they were. */
export function putBack(
  client: QueryClient,
  keys: BoardKeys,
  move: BoardMove,
  cards: readonly BoardCard[],
  former: readonly Spot[],
): void {
  const ids = new Set(cards.map(({ id }) => id));
  for (const [key, data] of client.getQueriesData<LaneData>({ queryKey: keys.board })) {
    if (!data) continue;
    const spots = former.filter((spot) => spot.key === key && ids.has(spot.card.id));
    const shown = data.pages.flatMap(({ items }) => items).filter(({ id }) => ids.has(id)).length;
    client.setQueryData<LaneData>(key, {
      ...data,
      pages: data.pages.map((page, at) => {
        const items = page.items.filter(({ id }) => !ids.has(id));
        for (const spot of spots) if (spot.page === at) items.splice(spot.at, 0, spot.card);
        return { ...page, items, total: at === 0 ? page.total + spots.length - shown : page.total };
      }),
    });
  }
  for (const { to, cards: moved } of byTarget(move, cards)) {
    for (const card of moved) {
      const from = originOf(move, card);
      client.setQueryData<LaneCount[]>(keys.counts, (counts) => counts && countsAfterMove(counts, [to], from));
    }
  }
}

/** Gives moved cards their new versions, with which they can be moved again. */
export function setVersions(
  client: QueryClient,
  board: QueryKey,
  moved: readonly { id: string; version: number }[],
): void {
  const versions = new Map(moved.flatMap(({ id, version }) => (version > 0 ? [[id, version] as const] : [])));
  const current = (card: BoardCard) => ({ ...card, version: versions.get(card.id) ?? card.version });
  client.setQueriesData<LaneData>(
    { queryKey: board },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(current) })) },
  );
}
