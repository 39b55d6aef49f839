// Emails to candidates: their kinds, who receives them, and where sending one moves a candidate.
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Application, Stage, SubStatus } from "@/lib/api/types";

export const EMAIL_TYPES = [
  "online_invitation",
  "onsite_invitation",
  "offer_intent",
  "offer_sent",
  "rejection",
] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

export const EMAIL_LANGUAGES = ["zh", "en"] as const;
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number];

export type EmailStatus = "draft" | "queued" | "sending" | "sent" | "failed" | "unknown";

/** An email as the API keeps it. */
export interface Email {
  id: string;
  application_id: string;
  person_id: string;
  type: EmailType;
  to: string;
  subject: string;
  body: string;
  language: EmailLanguage;
  status: EmailStatus;
  error?: string | null;
  sent_at?: string | null;
}

/** Where a candidate stands once the email is accepted for delivery. */
export const TARGETS: Record<EmailType, { status: Stage; sub_status: SubStatus }> = {
  online_invitation: { status: STAGE.online, sub_status: SUB_STATUS.onlineInvitationSent },
  onsite_invitation: { status: STAGE.onsite, sub_status: SUB_STATUS.onsiteInvitationSent },
  offer_intent: { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending },
  offer_sent: { status: STAGE.offer, sub_status: SUB_STATUS.offerSent },
  rejection: { status: STAGE.archived, sub_status: SUB_STATUS.rejectionSent },
};

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
