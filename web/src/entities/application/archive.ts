// Why somebody is archived, as a person chooses it.
import { useTranslation } from "react-i18next";
import type { ArchiveReason } from "@/lib/api/types";

/** In the order of the menu; elimination sets a reason of its own. */
export const ARCHIVE_REASONS = [
  "人才库",
  "not_suitable_now",
  "future_opportunity",
  "skill_mismatch",
  "insufficient_experience",
  "high_salary_expectation",
  "other",
] as const satisfies readonly ArchiveReason[];

/** Eliminated for good: neither restored nor recalled. */
export const ELIMINATED = "已发拒信淘汰" satisfies ArchiveReason;

export function useArchiveReasonName(): (reason: ArchiveReason) => string {
  const { t } = useTranslation("review");
  const names: Record<ArchiveReason, string> = {
    人才库: t("archive.talent_pool"),
    not_suitable_now: t("archive.not_suitable_now"),
    future_opportunity: t("archive.future_opportunity"),
    skill_mismatch: t("archive.skill_mismatch"),
    insufficient_experience: t("archive.insufficient_experience"),
    high_salary_expectation: t("archive.high_salary_expectation"),
    other: t("archive.other"),
    已发拒信淘汰: t("archive.eliminated"),
  };
  return (reason) => names[reason];
}
