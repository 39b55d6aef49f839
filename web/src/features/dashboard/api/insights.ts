// Insights on the figures: creates a task and polls it until it ends.
import { useMutation } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { isTaskActive } from "@/entities/task/tasks";
import type { Language } from "@/i18n/languages";
import { api, idempotencyKey, query } from "@/lib/api/client";
import { isTransient } from "@/lib/api/problem";
import { TASK } from "@/lib/api/taskStream";
import { type Insights, insightsOf } from "../logic/insights";

const POLL_MS = 1_000;

interface InsightsOrder {
  language: Language;
  from: string;
  to: string;
  job_id?: string;
}

interface InsightsState {
  isWorking: boolean;
  insights: Insights | null;
  hasFailed: boolean;
  /** Why the task could not be created or followed. */
  error: unknown;
  start: (order: InsightsOrder) => void;
}

export function useInsights(): InsightsState {
  const organization_id = useOrganizationId();
  const ask = useMutation({
    mutationFn: async (body: InsightsOrder) =>
      (
        await api.POST("/api/organizations/{organization_id}/dashboard/insights", {
          params: { path: { organization_id } },
          headers: { "Idempotency-Key": idempotencyKey() },
          body,
        })
      ).data,
  });
  const id = ask.data?.id;
  const task = query.useQuery(
    "get",
    TASK,
    { params: { path: { organization_id, task_id: id ?? "" } } },
    {
      enabled: id !== undefined,
      refetchInterval: ({ state }) =>
        isLost(state.error) || (state.data && !isTaskActive(state.data)) ? false : POLL_MS,
    },
  );
  const followed = id === undefined ? undefined : task.data;
  const insights = followed?.status === "completed" ? insightsOf(followed.result) : null;
  const isOver = followed !== undefined && !isTaskActive(followed);
  const error = ask.error ?? (isLost(task.error) ? task.error : null);
  return {
    isWorking: ask.isPending || (id !== undefined && !isOver && !error),
    insights,
    hasFailed: Boolean(error) || (isOver && insights === null),
    error,
    start: (order) => ask.mutate(order),
  };
}

/** Whether the task can't be followed any more. After a failed poll it still runs. */
function isLost(error: unknown): boolean {
  return Boolean(error) && !isTransient(error);
}
