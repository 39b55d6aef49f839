// Emails to candidates: their kinds, who receives them, and where sending one moves a candidate.
import { MOVE_OF_EMAIL, type Place, rulesFrom, targetOf } from "@/entities/application/moves";
import type { MoveRule } from "@/entities/application/moves.gen";
import type { Application, EmailLanguage, EmailType } from "@/lib/api/types";

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
export const TARGETS: Record<EmailType, Place> = {
  online_invitation: targetOf(MOVE_OF_EMAIL.online_invitation),
  onsite_invitation: targetOf(MOVE_OF_EMAIL.onsite_invitation),
  offer_intent: targetOf(MOVE_OF_EMAIL.offer_intent),
  offer_sent: targetOf(MOVE_OF_EMAIL.offer_sent),
  rejection: targetOf(MOVE_OF_EMAIL.rejection),
};

/** The rule by which the email may be sent from where a candidate is; none where it may not. */
export function sendRule(
  type: EmailType,
  place: Pick<Application, "status" | "sub_status" | "is_archived">,
): MoveRule | undefined {
  return rulesFrom(MOVE_OF_EMAIL[type], place, place.is_archived)[0];
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
