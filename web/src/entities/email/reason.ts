// Texts for why an email was not sent, by the stable code at the start of the error.
import { useTranslation } from "react-i18next";
import type { FailureReason } from "@/lib/api/types";

/** Those of the mailbox and of its settings never stop an email. */
type EmailReason = Exclude<
  Extract<
    FailureReason,
    `${"ai" | "mail" | "email" | "offer" | "application"}.${string}` | "request.stale" | "worker.lost"
  >,
  "ai.not_configured" | "mail.folder_missing" | "mail.mailbox_refused" | "mail.protocol"
>;

/** What a delivery report says by its code (RFC 3463). */
const NO_SUCH_MAILBOX = /^[45]\.1\.\d+$/;
const MAILBOX_FULL = /^[45]\.2\.2$/;
/** A reason without a sentence of its own, such as one of the queue's or of a newer server. */
const CODE = /^[a-z_]+\.[a-z_0-9]+$|^internal$/;

/**
 * The sentence for an error with its detail, or for both in one as `mail.rejected: …`, with the mail server's code; what is no
 * code is shown as it is.
 */
export function useEmailReason(): (error: string, detail?: string | null) => string {
  const { t } = useTranslation("email");
  const known: Record<EmailReason, string> = {
    "mail.unreachable": t("reason.unreachable"),
    "mail.host_unknown": t("reason.host_unknown"),
    "mail.host_forbidden": t("reason.host_forbidden"),
    "mail.connection_refused": t("reason.connection_refused"),
    "mail.no_answer": t("reason.no_answer"),
    "mail.certificate_invalid": t("reason.certificate_invalid"),
    "mail.encryption_failed": t("reason.encryption_failed"),
    "mail.sign_in_unavailable": t("reason.sign_in_unavailable"),
    "mail.deferred": t("reason.deferred"),
    "mail.rate_limited": t("reason.rate_limited"),
    "mail.daily_limit": t("reason.daily_limit"),
    "mail.sender_refused": t("reason.sender_refused"),
    "mail.recipient_refused": t("reason.recipient_refused"),
    "mail.address_unsupported": t("reason.address_unsupported"),
    "mail.rejected": t("reason.rejected"),
    "mail.bounced": t("reason.bounced"),
    "mail.key_refused": t("reason.key_refused"),
    "mail.server_key_changed": t("reason.server_key_changed"),
    "mail.not_configured": t("reason.not_configured"),
    "mail.unknown": t("reason.unknown"),
    "worker.lost": t("reason.worker_lost"),
    "application.move_not_allowed": t("reason.moved"),
    "application.not_found": t("reason.gone"),
    "email.cancelled": t("reason.cancelled"),
    "email.withdrawn": t("reason.withdrawn"),
    "offer.expired": t("reason.offer_expired"),
    "offer.not_allowed": t("reason.offer_closed"),
    "request.stale": t("reason.draft_changed"),
    "ai.answer_unusable": t("reason.not_written"),
    "ai.context_too_long": t("reason.not_written"),
    "ai.content_filtered": t("reason.not_written"),
    "ai.paused": t("reason.ai_paused"),
    "ai.budget_spent": t("reason.ai_budget_spent"),
    "ai.key_refused": t("reason.ai_key_refused"),
    "ai.server_key_changed": t("reason.ai_server_key_changed"),
    "ai.quota": t("reason.ai_quota"),
    "ai.unreachable": t("reason.ai_unreachable"),
    "ai.timeout": t("reason.ai_unreachable"),
    "ai.host_unknown": t("reason.ai_unreachable"),
    "ai.host_forbidden": t("reason.ai_unreachable"),
    "ai.certificate_invalid": t("reason.ai_unreachable"),
    "ai.model_unknown": t("reason.ai_model_unknown"),
  };
  const sentenceOf = (code: string, rest: string): string | undefined => {
    if (code === "mail.bounced" && NO_SUCH_MAILBOX.test(rest)) return t("reason.bounced_no_mailbox");
    if (code === "mail.bounced" && MAILBOX_FULL.test(rest)) return t("reason.bounced_mailbox_full");
    return known[code as EmailReason];
  };
  return (error, detail) => {
    const [code = "", rest = ""] = detail ? [error, detail] : error.split(/:\s*(.*)/s);
    const sentence = sentenceOf(code, rest);
    if (!sentence) return CODE.test(code) ? t("reason.other") : error;
    const smtpCode = /\((\d{3})\)$/.exec(rest)?.[1];
    return smtpCode ? `${sentence} ${t("reason.smtp_code", { code: smtpCode })}` : sentence;
  };
}
