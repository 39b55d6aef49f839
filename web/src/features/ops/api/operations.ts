// State of the installation, for operators.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, query } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { paths } from "@/lib/api/schema";

const OVERVIEW = "/api/ops/overview";
const TASKS = "/api/ops/tasks";
const POLL_MS = 5_000;
export const PAGE_SIZE = 20;

export type TaskFilter = NonNullable<paths[typeof TASKS]["get"]["parameters"]["query"]>;
export type RedriveInput = NonNullable<
  paths["/api/ops/tasks/redrive"]["post"]["requestBody"]
>["content"]["application/json"];
/** The most tasks that one call retries. */
export const MAX_REDRIVEN = 1_000;

export function useOverview() {
  return query.useQuery("get", OVERVIEW, {}, { refetchInterval: ({ state }) => !isRefused(state.error) && POLL_MS });
}

/** Whether the user is no longer signed in or no longer an operator. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 401 || error.status === 403);
}

export function useOpsTasks(filter: TaskFilter, page: number) {
  return query.useQuery(
    "get",
    TASKS,
    { params: { query: { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } } },
    { placeholderData: (shown) => shown },
  );
}

export function useRedrive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: RedriveInput) => (await api.POST("/api/ops/tasks/redrive", { body })).data,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["get", OVERVIEW] }),
        client.invalidateQueries({ queryKey: ["get", TASKS] }),
      ]),
  });
}
