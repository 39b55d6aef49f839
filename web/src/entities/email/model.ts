// Emails to candidates: their kinds, who receives them, and where sending one moves a candidate.
import { MOVES, type MoveKind, type MoveRule } from "@/entities/application/moves.gen";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Application, EmailLanguage, EmailType, Stage, SubStatus } from "@/lib/api/types";

export const EMAIL_TYPES = [
  "online_invitation",
  "onsite_invitation",
  "offer_intent",
  "offer_sent",
  "rejection",
] as const satisfies readonly EmailType[];

export const EMAIL_LANGUAGES = ["zh", "en", "id"] as const satisfies readonly EmailLanguage[];

/** The language emails are first written in, for a language of the interface. */
export function emailLanguageOf(language: string): EmailLanguage {
  return EMAIL_LANGUAGES.find((known) => language.startsWith(known)) ?? "en";
}

/** Where a candidate stands once the email is accepted for delivery. */
export const TARGETS: Record<EmailType, { status: Stage; sub_status: SubStatus }> = {
  online_invitation: { status: STAGE.online, sub_status: SUB_STATUS.onlineInvitationSent },
  onsite_invitation: { status: STAGE.onsite, sub_status: SUB_STATUS.onsiteInvitationSent },
  offer_intent: { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending },
  offer_sent: { status: STAGE.offer, sub_status: SUB_STATUS.offerSent },
  rejection: { status: STAGE.archived, sub_status: SUB_STATUS.rejectionSent },
};

const MOVE_OF: Record<EmailType, MoveKind> = {
  online_invitation: "send_online_invitation",
  onsite_invitation: "send_onsite_invitation",
  offer_intent: "send_offer_intent",
  offer_sent: "send_offer",
  rejection: "send_rejection",
};

/** The rule by which the email may be sent from where a candidate is; none where it may not. */
export function sendRule(
  type: EmailType,
  place: Pick<Application, "status" | "sub_status" | "is_archived">,
): MoveRule | undefined {
  const state = `${place.status}/${place.sub_status}`;
  return MOVES.find(
    ({ move, from, archived }) =>
      move === MOVE_OF[type] && archived === place.is_archived && (from as readonly string[]).includes(state),
  );
}

const COMPLETED_BY_COM = /@(gmail|yahoo|outlook)$/i;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The address an email goes to: the one given, else the contact; null where neither is one. */
export function recipientOf(person: Pick<Application["person"], "email" | "contact">): string | null {
  for (const given of [person.email, person.contact]) {
    const address = (given ?? "").trim().replace(COMPLETED_BY_COM, "@$1.com");
    if (ADDRESS.test(address)) return address;
  }
  return null;
}
