// Labels of email types, languages and states.
import { useTranslation } from "react-i18next";
import { useEmailTypeLabels } from "@/entities/email/typeLabels";
import type { EmailLanguage } from "@/lib/api/types";
import type { LetterState } from "../logic/letters";

export function useEmailLabels() {
  const { t } = useTranslation("email");
  const types = useEmailTypeLabels();
  const languages: Record<EmailLanguage, string> = {
    zh: t("language.zh"),
    en: t("language.en"),
    id: t("language.id"),
  };
  const states: Record<LetterState, string> = {
    empty: t("state.empty"),
    generating: t("state.generating"),
    ready: t("state.ready"),
    failed: t("state.failed"),
    queued: t("state.queued"),
    sent: t("state.sent"),
    not_sent: t("state.not_sent"),
    unknown: t("state.unknown"),
  };
  return { types, languages, states };
}
