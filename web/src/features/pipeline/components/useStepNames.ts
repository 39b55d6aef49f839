// The steps of a card's button in words.
import { useTranslation } from "react-i18next";
import type { NextStep } from "./useCardCommands";

export function useStepNames(): Record<NextStep, string> {
  const { t } = useTranslation("pipeline");
  return {
    invite: t("next.invite"),
    schedule: t("next.schedule"),
    interview: t("next.interview"),
    pass: t("card.pass"),
    intent: t("next.intent"),
    offer: t("next.offer"),
    reject: t("next.reject"),
  };
}
