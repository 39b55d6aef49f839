// Why the built-in engine judged in place of the organization's model.
import { useTranslation } from "react-i18next";
import type { FailureReason } from "@/lib/api/types";

/** Without a provider, no model was to judge. */
type AiReason = Exclude<Extract<FailureReason, `ai.${string}`>, "ai.not_configured">;

/** A sentence on the reason; empty for one that a newer server names. */
export function useFallbackReason(): (reason: FailureReason) => string {
  const { t } = useTranslation("evaluation");
  const known: Record<AiReason, string> = {
    "ai.answer_unusable": t("engine.why.answer_unusable"),
    "ai.budget_spent": t("engine.why.budget_spent"),
    "ai.certificate_invalid": t("engine.why.unreachable"),
    "ai.content_filtered": t("engine.why.answer_unusable"),
    "ai.context_too_long": t("engine.why.answer_unusable"),
    "ai.host_forbidden": t("engine.why.unreachable"),
    "ai.host_unknown": t("engine.why.unreachable"),
    "ai.key_refused": t("engine.why.key_refused"),
    "ai.model_unknown": t("engine.why.model_unknown"),
    "ai.paused": t("engine.why.paused"),
    "ai.quota": t("engine.why.quota"),
    "ai.server_key_changed": t("engine.why.server_key_changed"),
    "ai.timeout": t("engine.why.timeout"),
    "ai.unreachable": t("engine.why.unreachable"),
  };
  const isKnown = (reason: FailureReason): reason is AiReason => reason in known;
  return (reason) => (isKnown(reason) ? known[reason] : "");
}
