// Email types: recipients, and the resulting moves.
import { MOVE_OF_EMAIL, type Place, rulesFrom, type StageEmail, targetOf } from "@/entities/application/moves";
import type { MoveRule } from "@/entities/application/moves.gen";
import type { Application, EmailLanguage, EmailType } from "@/lib/api/types";

/** Those whose sending moves the candidate. */
export const STAGE_EMAILS = [
  "online_invitation",
  "onsite_invitation",
  "offer_intent",
  "offer_sent",
  "rejection",
] as const satisfies readonly StageEmail[];

export const EMAIL_TYPES = [...STAGE_EMAILS, "message"] as const satisfies readonly EmailType[];

export const EMAIL_LANGUAGES = ["zh", "en", "id"] as const satisfies readonly EmailLanguage[];

/** The default email language for an interface language. */
export function emailLanguageOf(language: string): EmailLanguage {
  return EMAIL_LANGUAGES.find((known) => language.startsWith(known)) ?? "en";
}

/** The candidate's state once the email is accepted for delivery; a message moves none. */
export const TARGETS: Partial<Record<EmailType, Place>> = {
  online_invitation: targetOf(MOVE_OF_EMAIL.online_invitation),
  onsite_invitation: targetOf(MOVE_OF_EMAIL.onsite_invitation),
  offer_intent: targetOf(MOVE_OF_EMAIL.offer_intent),
  offer_sent: targetOf(MOVE_OF_EMAIL.offer_sent),
  rejection: targetOf(MOVE_OF_EMAIL.rejection),
};

/** The rule that allows sending the email from a candidate's state; none if not allowed, or for messages. */
export function sendRule(
  type: EmailType,
  place: Pick<Application, "status" | "sub_status" | "is_archived">,
): MoveRule | undefined {
  return type === "message" ? undefined : rulesFrom(MOVE_OF_EMAIL[type], place, place.is_archived)[0];
}

/** Whether the email can be sent in a candidate's state. */
export function canBeSent(...args: Parameters<typeof sendRule>): boolean {
  return args[0] === "message" || sendRule(...args) !== undefined;
}

const COMPLETED_BY_COM = /@(gmail|yahoo|outlook)$/i;
const LOCAL_PART = /^[\p{Alphabetic}\p{N}!#$%&'*+\-/=?^_`{|}~.]+$/u;
const LABEL = /^[\p{Alphabetic}\p{N}]([\p{Alphabetic}\p{N}-]*[\p{Alphabetic}\p{N}])?$/u;
const utf8Length = (text: string) => new TextEncoder().encode(text).length;

/** Whether the server takes it as an address: its rule `recipient_address` is the same. */
function isAddress(text: string): boolean {
  const [local = "", domain = "", ...rest] = text.split("@");
  const labels = domain.split(".");
  return (
    rest.length === 0 &&
    LOCAL_PART.test(local) &&
    !/^\.|\.$|\.\./.test(local) &&
    utf8Length(local) <= 64 &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    utf8Length(text) <= 254
  );
}

/** The address an email goes to: the email, else the contact; null if neither is valid. */
export function recipientOf(person: Pick<Application["person"], "email" | "contact">): string | null {
  for (const given of [person.email, person.contact]) {
    const address = (given ?? "").trim().replace(COMPLETED_BY_COM, "@$1.com");
    if (isAddress(address)) return address;
  }
  return null;
}
