// Measurements of the organization's judge on the labelled sample.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { AI_STATE } from "@/entities/ai/state";
import { USAGE } from "@/entities/ai/usage";
import { useOrganizationId } from "@/entities/session/session";
import { TASKS, useMyTasks } from "@/entities/task/queries";
import { isTaskActive } from "@/entities/task/tasks";
import { api, idempotencyKey, query } from "@/lib/api/client";

const MEASUREMENTS = "/api/organizations/{organization_id}/judge-measurements";

/** The measurements, refetched when one of mine ends, and my latest measurement's task. */
export function useMeasurements() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const tasks = (useMyTasks().data?.items ?? []).filter((task) => task.kind === "judge.measure");
  const over = tasks.filter((task) => !isTaskActive(task)).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each measurement that is over
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["get", MEASUREMENTS] });
    void client.invalidateQueries({ queryKey: ["get", AI_STATE] });
    void client.invalidateQueries({ queryKey: ["get", USAGE] });
  }, [client, over]);
  const list = query.useQuery("get", MEASUREMENTS, { params: { path: { organization_id } } });
  return { list, latest: tasks[0] };
}

export function useMeasureJudge() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.POST(MEASUREMENTS, {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", TASKS] }),
  });
}
