// Texts for a provider's failure, with a suggestion.
import { useTranslation } from "react-i18next";
import type { FailureReason } from "@/lib/api/types";

type AiReason = Extract<FailureReason, `ai.${string}`>;

export function useAiReason(): (code: string) => string {
  const { t } = useTranslation("settings");
  const known: Record<AiReason, string> = {
    "ai.budget_spent": t("ai.reason.budget_spent"),
    "ai.paused": t("ai.reason.paused"),
    "ai.key_refused": t("ai.reason.key_refused"),
    "ai.server_key_changed": t("ai.reason.server_key_changed"),
    "ai.quota": t("ai.reason.quota"),
    "ai.answer_unusable": t("ai.reason.answer_unusable"),
    "ai.context_too_long": t("ai.reason.context_too_long"),
    "ai.content_filtered": t("ai.reason.content_filtered"),
    "ai.unreachable": t("ai.reason.unreachable"),
    "ai.host_unknown": t("ai.reason.host_unknown"),
    "ai.host_forbidden": t("ai.reason.host_forbidden"),
    "ai.certificate_invalid": t("ai.reason.certificate_invalid"),
    "ai.timeout": t("ai.reason.timeout"),
    "ai.model_unknown": t("ai.reason.model_unknown"),
    "ai.not_configured": t("ai.reason.not_configured"),
  };
  const isKnown = (code: string): code is AiReason => code in known;
  return (code) => (isKnown(code) ? known[code] : t("ai.reason.other"));
}
