// Texts for why an interview was cancelled.
import { useTranslation } from "react-i18next";
import type { Schedule } from "@/lib/api/types";

/** Empty if it was not cancelled, or the reason is unknown. */
export function useCancelReason() {
  const { t } = useTranslation("interview");
  const texts: Record<NonNullable<Schedule["cancel_reason"]>, string> = {
    candidate: t("cancelled.candidate"),
    colleague: t("cancelled.colleague"),
    left_pipeline: t("cancelled.left_pipeline"),
  };
  return ({ status, cancel_reason }: Pick<Schedule, "status" | "cancel_reason">): string =>
    status === "cancelled" && cancel_reason ? texts[cancel_reason] : "";
}
