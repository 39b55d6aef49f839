// Why an email was not sent, in words: by the stable code its error begins with.
import { useTranslation } from "react-i18next";

/** The sentence for an error such as `mail.rejected: …`; the error itself where there is none. */
export function useEmailReason(): (error: string) => string {
  const { t } = useTranslation("email");
  const known: Record<string, string> = {
    "mail.unreachable": t("reason.unreachable"),
    "mail.host_forbidden": t("reason.host_forbidden"),
    "mail.deferred": t("reason.deferred"),
    "mail.rejected": t("reason.rejected"),
    "mail.key_refused": t("reason.key_refused"),
    "mail.not_configured": t("reason.not_configured"),
    "mail.unknown": t("reason.unknown"),
    "application.move_not_allowed": t("reason.moved"),
    "application.not_found": t("reason.gone"),
    "ai.answer_unusable": t("reason.not_written"),
  };
  return (error) => known[error.split(":")[0] ?? ""] ?? error;
}
