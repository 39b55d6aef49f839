// Pure functions for the pipeline's optimistic updates.
import type { Flag, Stage, StripGlyph, SubStatus, Verdict, WireCard } from "@/lib/api/types";
import { leads, type Place, targetOf } from "./moves";
import { SUB_STATUS } from "./stages";

/** A card of the pipeline: the API's card with its evidence strip decoded. */
export interface BoardCard extends Omit<WireCard, "strip" | "flags"> {
  strip: StripGlyph[];
  flags: readonly Pick<Flag, "kind">[];
}

const VERDICTS: Record<string, Verdict> = { m: "met", p: "partly", n: "not", u: "unknown" };

/** Decodes a strip: m met, p partly, n not met, u unknown; upper case for must-haves. */
export function readStrip(letters: string | null | undefined): StripGlyph[] {
  return [...(letters ?? "")].flatMap((letter) => {
    const verdict = VERDICTS[letter.toLowerCase()];
    return verdict ? [{ verdict, kind: letter === letter.toLowerCase() ? "nice" : "must" } as const] : [];
  });
}

/** The query of a lane. */
export interface LaneView {
  stage: Stage;
  subStatus: SubStatus | null;
  search: string;
  sort: BoardSort;
}

export const BOARD_SORTS = ["newest", "score", "waiting"] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

/** Counts per state, independent of filters and loaded pages. */
export interface LaneCount {
  status: Stage;
  sub_status: SubStatus;
  count: number;
}

/** Result of a drop: no change, a move, or not allowed. */
export type Drop = "same" | "allowed" | "refused";

export function dropOn(from: Stage, to: Stage): Drop {
  if (from === to) return "same";
  return leads("drag", from, to) ? "allowed" : "refused";
}

export const DRAG_TARGET = targetOf("drag");
export const PASSED_TARGET = targetOf("mark_passed");
export const ELIMINATED_TARGET = targetOf("eliminate");
export const RECALL_TARGET = targetOf("recall");

/** Whether the lane's filters include the card. A search can't be evaluated here, so cards already shown stay. */
function shows(view: LaneView, place: Place): boolean {
  return view.stage === place.status && (view.subStatus === null || view.subStatus === place.sub_status);
}

/** The lane's cards after a move: removed, updated in place, or added on top. */
export function cardsAfterMove(
  view: LaneView,
  cards: readonly BoardCard[],
  moved: readonly BoardCard[],
  to: Place,
  now: string,
): BoardCard[] {
  const ids = new Set(moved.map(({ id }) => id));
  // The next step is known only to the server.
  const placed = (card: BoardCard): BoardCard => ({ ...card, ...to, next: null, sub_status_since: now });
  const here = new Set(cards.map(({ id }) => id));
  const stays = shows(view, to);
  const kept = cards.flatMap((card) => (ids.has(card.id) ? (stays ? [placed(card)] : []) : [card]));
  const arrived = stays && view.search === "" ? moved.filter(({ id }) => !here.has(id)).map(placed) : [];
  return [...arrived, ...kept];
}

export function countsAfterMove(counts: readonly LaneCount[], moved: readonly Place[], to: Place): LaneCount[] {
  const key = ({ status, sub_status }: Place) => `${status}/${sub_status}`;
  const change = new Map<string, number>();
  const add = (place: Place, by: number) => change.set(key(place), (change.get(key(place)) ?? 0) + by);
  for (const place of moved) {
    add(place, -1);
    add(to, 1);
  }
  const known = counts.map((entry) => ({ ...entry, count: Math.max(0, entry.count + (change.get(key(entry)) ?? 0)) }));
  const arrivals = change.get(key(to)) ?? 0;
  const isNew = arrivals > 0 && !counts.some((entry) => key(entry) === key(to));
  return isNew ? [...known, { ...to, count: arrivals }] : known;
}

/** The number of candidates in a lane, or in one of its sub-statuses. */
export function laneTotal(counts: readonly LaneCount[], stage: Stage, subStatus: SubStatus | null = null): number {
  return counts
    .filter((entry) => entry.status === stage && (subStatus === null || entry.sub_status === subStatus))
    .reduce((sum, { count }) => sum + count, 0);
}

const DAY_MS = 86_400_000;
/** Days after which an unanswered invitation times out. */
export const TIMEOUT_DAYS = 5;

export function daysSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / DAY_MS));
}

/** Sub-statuses that wait for the recruiter. */
const RECRUITER_STEPS: readonly SubStatus[] = [
  SUB_STATUS.onlineInvitationPending,
  SUB_STATUS.onsiteInvitationPending,
  SUB_STATUS.interviewCompleted,
  SUB_STATUS.noShow,
  SUB_STATUS.offerIntentPending,
];
const EXPIRED: readonly SubStatus[] = [SUB_STATUS.onlineInvitationExpired, SUB_STATUS.onsiteInvitationExpired];
const WAITING: readonly SubStatus[] = [SUB_STATUS.onlineInvitationSent, SUB_STATUS.onsiteInvitationSent];

/** Whether the candidate is overdue: expired, about to expire within a day, or waiting for the recruiter as long. */
export function isLate(card: Pick<BoardCard, "sub_status" | "sub_status_since">, now: number): boolean {
  if (EXPIRED.includes(card.sub_status)) return true;
  if (RECRUITER_STEPS.includes(card.sub_status)) return daysSince(card.sub_status_since, now) >= TIMEOUT_DAYS;
  return WAITING.includes(card.sub_status) && daysSince(card.sub_status_since, now) >= TIMEOUT_DAYS - 1;
}
