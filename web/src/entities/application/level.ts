// Display names of levels, tiers and states, which are codes on the wire.
import { useTranslation } from "react-i18next";
import type { RecommendationLevel, TaskStatus } from "@/lib/api/types";
import type { Tone } from "@/ui/StageTag";
import { LEVEL } from "./stages";

export function useLevelName(): (level: RecommendationLevel) => string {
  const { t } = useTranslation();
  const names: Record<RecommendationLevel, string> = {
    [LEVEL.strong]: t("level.strongly_recommend"),
    [LEVEL.recommended]: t("level.recommend"),
    [LEVEL.average]: t("level.average"),
    [LEVEL.notRecommended]: t("level.not_recommend"),
    [LEVEL.toBeEvaluated]: t("level.to_be_evaluated"),
  };
  return (level) => names[level];
}

export function levelTone(level: RecommendationLevel): Tone {
  return level === LEVEL.strong || level === LEVEL.recommended ? "good" : "neutral";
}

export function useTierName(): (tier: 1 | 2 | 3) => string {
  const { t } = useTranslation();
  const names = { 1: t("tier.1"), 2: t("tier.2"), 3: t("tier.3") };
  return (tier) => names[tier];
}

export function useTaskStatusName(): (status: TaskStatus) => string {
  const { t } = useTranslation();
  const names: Record<TaskStatus, string> = {
    pending: t("task.pending"),
    processing: t("task.processing"),
    completed: t("task.completed"),
    failed: t("task.failed"),
    retry: t("task.retry"),
    skipped: t("task.skipped"),
  };
  return (status) => names[status];
}
