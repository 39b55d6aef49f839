// Why an email was not sent, in words: by the stable code its error begins with.
import { useTranslation } from "react-i18next";

/** The sentence for an error such as `mail.rejected: …`; the error itself where there is none. */
export function useEmailReason(): (error: string) => string {
  const { t } = useTranslation("email");
  const known: Record<string, string> = {
    "mail.unreachable": t("reason.unreachable"),
    "mail.host_forbidden": t("reason.host_forbidden"),
    "mail.deferred": t("reason.deferred"),
    "mail.rate_limited": t("reason.rate_limited"),
    "mail.rejected": t("reason.rejected"),
    "mail.bounced": t("reason.bounced"),
    "mail.key_refused": t("reason.key_refused"),
    "mail.not_configured": t("reason.not_configured"),
    "mail.unknown": t("reason.unknown"),
    "worker.lost": t("reason.worker_lost"),
    "application.move_not_allowed": t("reason.moved"),
    "application.not_found": t("reason.gone"),
    "ai.answer_unusable": t("reason.not_written"),
    "ai.paused": t("reason.ai_paused"),
    "ai.budget_spent": t("reason.ai_budget_spent"),
    "ai.key_refused": t("reason.ai_key_refused"),
    "ai.quota": t("reason.ai_quota"),
    "ai.unreachable": t("reason.ai_unreachable"),
    "ai.timeout": t("reason.ai_unreachable"),
    "ai.model_unknown": t("reason.ai_model_unknown"),
  };
  return (error) => known[error.split(":")[0] ?? ""] ?? error;
}
