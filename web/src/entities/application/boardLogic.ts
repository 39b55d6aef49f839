// What a board does with its cards before the server has answered: pure, so that it can be taken back.
import type { EmailType, Stage, StripGlyph, SubStatus, Verdict, WireCard } from "@/lib/api/types";
import { STAGE, SUB_STATUS } from "./stages";

/** An application as a board shows it: the wire's card with its strip read. */
export interface BoardCard extends Omit<WireCard, "strip" | "flags"> {
  strip: StripGlyph[];
  flags: readonly unknown[];
}

const VERDICTS: Record<string, Verdict> = { m: "met", p: "partly", n: "not", u: "unknown" };

/** A card's strip from its letters: m met, p partly, n not, u unknown; capital for a must. */
export function readStrip(letters: string | null | undefined): StripGlyph[] {
  return [...(letters ?? "")].flatMap((letter) => {
    const verdict = VERDICTS[letter.toLowerCase()];
    return verdict ? [{ verdict, kind: letter === letter.toLowerCase() ? "nice" : "must" } as const] : [];
  });
}

/** What a lane was asked for. */
export interface LaneView {
  stage: Stage;
  subStatus: SubStatus | null;
  search: string;
  sort: BoardSort;
}

export const BOARD_SORTS = ["newest", "score", "waiting"] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

/** How many are in each state, whatever is filtered and loaded. */
export interface LaneCount {
  status: Stage;
  sub_status: SubStatus;
  count: number;
}

export interface Place {
  status: Stage;
  sub_status: SubStatus;
}

/** Where a drop of cards leads: they stay, they move, or they may not. */
export type Drop = "same" | "allowed" | "refused";

/** Only from online to onsite interviews. */
export function dropOn(from: Stage, to: Stage): Drop {
  if (from === to) return "same";
  return from === STAGE.online && to === STAGE.onsite ? "allowed" : "refused";
}

export const DRAG_TARGET: Place = { status: STAGE.onsite, sub_status: SUB_STATUS.onsiteInvitationPending };
export const PASSED_TARGET: Place = { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending };
export const ELIMINATED_TARGET: Place = { status: STAGE.archived, sub_status: SUB_STATUS.rejectionSent };
export const RECALL_TARGET: Place = { status: STAGE.online, sub_status: SUB_STATUS.onlineInvitationPending };

export function canMarkPassed(card: Place): boolean {
  return (
    card.sub_status === SUB_STATUS.interviewCompleted && (card.status === STAGE.online || card.status === STAGE.onsite)
  );
}

/** What a person may set by hand, in the order of the work; the present one is left out. */
export function handTargets(card: Place): SubStatus[] {
  const { interviewCompleted, noShow } = SUB_STATUS;
  const targets: Partial<Record<Stage, SubStatus[]>> = {
    [STAGE.online]: [SUB_STATUS.onlineInvitationPending, SUB_STATUS.onlineScheduled, interviewCompleted, noShow],
    [STAGE.onsite]: [SUB_STATUS.onsiteInvitationPending, SUB_STATUS.onsiteScheduled, interviewCompleted, noShow],
  };
  return (targets[card.status] ?? []).filter((target) => target !== card.sub_status);
}

/** Whether a lane that was asked for so shows the card. A search says nothing: only who is in the lane already stays. */
function shows(view: LaneView, place: Place): boolean {
  return view.stage === place.status && (view.subStatus === null || view.subStatus === place.sub_status);
}

/** The lane's cards after a move: who leaves is gone, who stays changes in place, who comes stands on top. */
export function cardsAfterMove(
  view: LaneView,
  cards: readonly BoardCard[],
  moved: readonly BoardCard[],
  to: Place,
  now: string,
): BoardCard[] {
  const ids = new Set(moved.map(({ id }) => id));
  // What comes next there is the server's to say.
  const placed = (card: BoardCard): BoardCard => ({ ...card, ...to, next: null, sub_status_since: now });
  const here = new Set(cards.map(({ id }) => id));
  const stays = shows(view, to);
  const kept = cards.flatMap((card) => (ids.has(card.id) ? (stays ? [placed(card)] : []) : [card]));
  const arrived = stays && view.search === "" ? moved.filter(({ id }) => !here.has(id)).map(placed) : [];
  return [...arrived, ...kept];
}

/** The counts after a move. */
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

/** How many a lane has in all, or in one sub-status. */
export function laneTotal(counts: readonly LaneCount[], stage: Stage, subStatus: SubStatus | null = null): number {
  return counts
    .filter((entry) => entry.status === stage && (subStatus === null || entry.sub_status === subStatus))
    .reduce((sum, { count }) => sum + count, 0);
}

/** The email that usually comes next; somebody without one gets a rejection or nothing. */
export function nextEmail(card: Place): EmailType {
  if (card.sub_status === SUB_STATUS.offerIntentPending) return "offer_intent";
  if (card.status === STAGE.offer) return "offer_sent";
  if (card.status === STAGE.onsite || card.sub_status === SUB_STATUS.interviewCompleted) return "onsite_invitation";
  return "online_invitation";
}

const DAY_MS = 86_400_000;
/** After so many days an invitation without a booking times out. */
export const TIMEOUT_DAYS = 5;

export function daysSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / DAY_MS));
}

/** The next step is ours. */
const OURS: readonly SubStatus[] = [
  SUB_STATUS.onlineInvitationPending,
  SUB_STATUS.onsiteInvitationPending,
  SUB_STATUS.interviewCompleted,
  SUB_STATUS.noShow,
  SUB_STATUS.offerIntentPending,
];
const EXPIRED: readonly SubStatus[] = [SUB_STATUS.onlineInvitationExpired, SUB_STATUS.onsiteInvitationExpired];
const WAITING: readonly SubStatus[] = [SUB_STATUS.onlineInvitationSent, SUB_STATUS.onsiteInvitationSent];

/** Whether somebody has waited too long: timed out, about to within a day, or as long for a step of ours. */
export function isLate(card: Pick<BoardCard, "sub_status" | "sub_status_since">, now: number): boolean {
  if (EXPIRED.includes(card.sub_status)) return true;
  if (OURS.includes(card.sub_status)) return daysSince(card.sub_status_since, now) >= TIMEOUT_DAYS;
  return WAITING.includes(card.sub_status) && daysSince(card.sub_status_since, now) >= TIMEOUT_DAYS - 1;
}
