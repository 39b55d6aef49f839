// The names of the states of tasks.
import { useTranslation } from "react-i18next";
import type { TaskFilter } from "../api/operations";

export function useStateNames(): Record<NonNullable<TaskFilter["state"]>, string> {
  const { t } = useTranslation("ops");
  return {
    waiting: t("state.waiting"),
    running: t("state.running"),
    later: t("state.later"),
    completed: t("state.completed"),
    failed: t("state.failed"),
    finished: t("state.finished"),
    any: t("state.any"),
  };
}
