// Archive reasons that a user can choose.
import { useTranslation } from "react-i18next";
import type { ArchiveReason } from "@/lib/api/types";
import { ARCHIVED_TO_POOL, SUB_STATUS } from "./stages";

/** In menu order; elimination sets its own reason. */
export const ARCHIVE_REASONS = [
  ARCHIVED_TO_POOL,
  "not_suitable_now",
  "future_opportunity",
  "skill_mismatch",
  "insufficient_experience",
  "high_salary_expectation",
  "other",
] as const satisfies readonly ArchiveReason[];

/** Eliminated: can neither be restored nor recalled. */
export const ELIMINATED: typeof SUB_STATUS.rejectionSent & ArchiveReason = SUB_STATUS.rejectionSent;

export function useArchiveReasonName(): (reason: ArchiveReason) => string {
  const { t } = useTranslation("review");
  const names: Record<ArchiveReason, string> = {
    [ARCHIVED_TO_POOL]: t("archive.talent_pool"),
    not_suitable_now: t("archive.not_suitable_now"),
    future_opportunity: t("archive.future_opportunity"),
    skill_mismatch: t("archive.skill_mismatch"),
    insufficient_experience: t("archive.insufficient_experience"),
    high_salary_expectation: t("archive.high_salary_expectation"),
    other: t("archive.other"),
    [ELIMINATED]: t("archive.eliminated"),
  };
  return (reason) => names[reason];
}
