// Display names of levels and states, which are codes on the wire.
import { useTranslation } from "react-i18next";
import type { RecommendationLevel, TaskStatus } from "@/lib/api/types";
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
