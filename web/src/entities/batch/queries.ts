// Batches of a job, and a single batch.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import { isInaccessible } from "@/lib/api/problem";
import type { Batch } from "@/lib/api/types";
import { isBatchActive, POLL_MS } from "./progress";

export const BATCHES = "/api/organizations/{organization_id}/batches";
export const BATCH = "/api/organizations/{organization_id}/batches/{batch_id}";
export const TASKS = "/api/organizations/{organization_id}/batches/{batch_id}/tasks";
export const REASONS = "/api/organizations/{organization_id}/batches/{batch_id}/reasons";
export const TASK = "/api/organizations/{organization_id}/batch-tasks/{task_id}";

/** The latest ones, latest first. */
export function useBatches(jobId: string | null) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    BATCHES,
    { params: { path: { organization_id }, query: { job_id: jobId ?? "", limit: 50 } } },
    { enabled: jobId !== null },
  );
}

/** All batches of a job, latest first. */
export function useAllBatches(jobId: string, enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", BATCHES, "all", organization_id, jobId],
    queryFn: ({ signal }) =>
      fetchAllPages<Batch>(async (at) => {
        const params = { path: { organization_id }, query: { job_id: jobId, ...at } };
        return (await api.GET(BATCHES, { params, signal })).data;
      }),
    enabled,
  });
}

/** One batch; polled while it is active. */
export function useBatch(batchId: string | null) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    BATCH,
    { params: { path: { organization_id, batch_id: batchId ?? "" } } },
    {
      enabled: batchId !== null,
      refetchInterval: (state) => (state.state.data && isBatchActive(state.state.data) ? POLL_MS : false),
    },
  );
}

/** A batch of the tray: polled until it is finished, gone or closed to the role, also after a failed request. */
export function useFollowedBatch(batchId: string) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    BATCH,
    { params: { path: { organization_id, batch_id: batchId } } },
    {
      refetchInterval: ({ state }) =>
        isInaccessible(state.error) || (state.data && !isBatchActive(state.data)) ? false : POLL_MS,
    },
  );
}

/** The batches of the organization that are being processed. */
export function useActiveBatches(enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", BATCHES, "active", organization_id],
    queryFn: ({ signal }) =>
      fetchAllPages<Batch>(async (at) => {
        const params = { path: { organization_id }, query: { active: true, ...at } };
        return (await api.GET(BATCHES, { params, signal })).data;
      }),
    enabled,
  });
}

/** The latest batches of all jobs. */
export function useLatestBatches(enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", BATCHES, { params: { path: { organization_id }, query: { limit: 20 } } }, { enabled });
}

/** Invalidates all batch queries after an action. */
export function useInvalidateBatches(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [BATCHES, BATCH, TASKS, REASONS, TASK].map((path) => client.invalidateQueries({ queryKey: ["get", path] })),
    );
  }, [client]);
}
