// Queries on the generated table of moves.
import type { EmailType, Stage, SubStatus } from "@/lib/api/types";
import { MOVES, type MoveKind, type MoveRule, type State } from "./moves.gen";
import { SUB_STATUSES_OF } from "./stages";

export interface Place {
  status: Stage;
  sub_status: SubStatus;
}

const subStatusesOf = (stage: Stage): readonly SubStatus[] => SUB_STATUSES_OF[stage];

const RULES = new Map<MoveKind, MoveRule[]>();
for (const rule of MOVES) RULES.set(rule.move, [...(RULES.get(rule.move) ?? []), rule]);

function placeOf(state: State): Place {
  const [status, sub_status] = state.split("/") as [Stage, SubStatus];
  return { status, sub_status };
}

/** The rules for a move from a state. */
export function rulesFrom(kind: MoveKind, { status, sub_status }: Place, archived = false): readonly MoveRule[] {
  const state = `${status}/${sub_status}` as State;
  return (RULES.get(kind) ?? []).filter((rule) => rule.archived === archived && rule.from.includes(state));
}

/** The target of a move from a state; null if not allowed. */
export function targetFrom(kind: MoveKind, place: Place, archived = false): Place | null {
  const [rule] = rulesFrom(kind, place, archived);
  if (!rule) return null;
  return rule.to ? placeOf(rule.to) : place;
}

/** The only target of a move, whatever its origin. */
export function targetOf(kind: MoveKind): Place {
  const [only, ...others] = new Set((RULES.get(kind) ?? []).flatMap(({ to }) => to ?? []));
  if (!only || others.length > 0) throw new Error(`${kind} leads to no one place`);
  return placeOf(only);
}

/** Whether the move leads from one stage to the other. */
export function leads(kind: MoveKind, from: Stage, to: Stage): boolean {
  return subStatusesOf(from).some((sub_status) => targetFrom(kind, { status: from, sub_status })?.status === to);
}

/** States a user can set by hand, in pipeline order, without the current one. */
export function manualTargets(place: Place): SubStatus[] {
  const targets = rulesFrom("set_by_hand", place)
    .flatMap(({ to }) => (to ? [placeOf(to)] : []))
    .filter(({ status }) => status === place.status)
    .map(({ sub_status }) => sub_status);
  return subStatusesOf(place.status).filter((sub_status) => targets.includes(sub_status));
}

/** An email whose sending moves the candidate. */
export type StageEmail = Exclude<EmailType, "message">;

/** The move caused by sending an email. */
export const MOVE_OF_EMAIL: Record<StageEmail, MoveKind> = {
  online_invitation: "send_online_invitation",
  onsite_invitation: "send_onsite_invitation",
  offer_intent: "send_offer_intent",
  offer_sent: "send_offer",
  rejection: "send_rejection",
};

/** Preference of emails if several are allowed. */
const EMAILS: readonly StageEmail[] = [
  "offer_sent",
  "onsite_invitation",
  "offer_intent",
  "online_invitation",
  "rejection",
];

/** The usual next email: a message, if none is allowed that moves the candidate. */
export function nextEmail(place: Place): EmailType {
  return EMAILS.find((type) => rulesFrom(MOVE_OF_EMAIL[type], place).length > 0) ?? "message";
}
