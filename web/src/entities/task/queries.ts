// The user's tasks, listed by the server, so that they survive reloads and show on other devices.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { POLL_MS } from "@/entities/batch/progress";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { isTaskActive } from "./tasks";

export const TASKS = "/api/organizations/{organization_id}/tasks";
/** Polling interval for tasks from other devices without an event. */
const IDLE_MS = 30_000;

export function useMyTasks() {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    TASKS,
    { params: { path: { organization_id }, query: { mine: true, limit: 50 } } },
    { refetchInterval: ({ state }) => (state.data?.items.some(isTaskActive) ? POLL_MS : IDLE_MS) },
  );
}

/** Retries a failed task or cancels an active one. */
export function useTaskActions() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { id: string; action: "retry" | "cancel" }) => {
      const params = { path: { organization_id, task_id: id } };
      if (action === "retry") await api.POST(`${TASKS}/{task_id}/retry`, { params });
      else await api.POST(`${TASKS}/{task_id}/cancel`, { params });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", TASKS] }),
  });
}
