// Talent pool: archived applications, restore and recall, star and blacklist.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BATCHES } from "@/entities/batch/queries";
import { PERSON } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import { api, idempotencyKey, query } from "@/lib/api/client";
import type { ArchiveReason, Batch, EvaluationTiming, MoveResult, RecommendationLevel } from "@/lib/api/types";
import { ARCHIVE, RANK, RECALL, RESTORE, TALENT_POOL } from "./paths";

export const POOL_PAGE_SIZE = 50;

/** Filters of the pool; null for no filter. */
export interface PoolView {
  search: string;
  reason: ArchiveReason | null;
  jobId: string | null;
  level: RecommendationLevel | null;
  starred: boolean | null;
  blacklisted: boolean | null;
  page: number;
}

export const DEFAULT_POOL_VIEW: PoolView = {
  search: "",
  reason: null,
  jobId: null,
  level: null,
  starred: null,
  blacklisted: null,
  page: 1,
};

export function useTalentPool(view: PoolView) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", TALENT_POOL, organization_id, view],
    queryFn: async ({ signal }) => {
      const { search, reason, jobId, level, starred, blacklisted, page } = view;
      const { data } = await api.GET(TALENT_POOL, {
        params: {
          path: { organization_id },
          query: {
            ...(search ? { search } : {}),
            ...(reason ? { reason } : {}),
            ...(jobId ? { job_id: jobId } : {}),
            ...(level ? { level } : {}),
            ...(starred === null ? {} : { starred }),
            ...(blacklisted === null ? {} : { blacklisted }),
            limit: POOL_PAGE_SIZE,
            offset: (page - 1) * POOL_PAGE_SIZE,
          },
        },
        signal,
      });
      return data ?? { items: [], total: 0 };
    },
    placeholderData: keepPreviousData,
  });
}

/** Pipelines and lists show the same people. */
function useInvalidateCandidates() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        typeof path === "string" && /\/(talent-pool|applications|board|lanes|tiers|people)(\/|$)/.test(path),
    });
}

export type PoolMove = { kind: "recall" | "restore" } | { kind: "archive"; reason: ArchiveReason };

/** Restores, recalls or archives applications; returns a result per item. */
export function usePoolMove() {
  const organization_id = useOrganizationId();
  const invalidate = useInvalidateCandidates();
  return useMutation({
    mutationFn: async (change: { move: PoolMove; items: readonly { id: string; version?: number }[] }) => {
      const { move, items } = change;
      const params = { path: { organization_id } };
      const headers = { "Idempotency-Key": idempotencyKey() };
      const body = { items: [...items] };
      const post = async () => {
        switch (move.kind) {
          case "recall":
            return api.POST(RECALL, { params, headers, body });
          case "restore":
            return api.POST(RESTORE, { params, headers, body });
          case "archive":
            return api.POST(ARCHIVE, { params, headers, body: { ...body, reason: move.reason } });
        }
      };
      const { data } = await post();
      const results: MoveResult[] = data?.results ?? [];
      return results;
    },
    onSettled: invalidate,
  });
}

/** Sets a person's star, or blacklists them, which eliminates all their applications. */
export function useMarkPerson() {
  const organization_id = useOrganizationId();
  const invalidate = useInvalidateCandidates();
  return useMutation({
    mutationFn: async (change: { personId: string; starred?: boolean; blacklisted?: boolean; reason?: string }) => {
      const { personId, starred, blacklisted, reason } = change;
      await api.PATCH(PERSON, {
        params: { path: { organization_id, person_id: personId } },
        body: {
          ...(starred === undefined ? {} : { starred }),
          ...(blacklisted === undefined ? {} : { blacklisted }),
          ...(reason === undefined ? {} : { blacklist_reason: reason }),
        },
      });
    },
    onSettled: invalidate,
  });
}

/** Marks people as favorites, or no longer, one after the other. */
export function useStarPeople() {
  const organization_id = useOrganizationId();
  const invalidate = useInvalidateCandidates();
  return useMutation({
    mutationFn: async ({ personIds, starred }: { personIds: readonly string[]; starred: boolean }) => {
      for (const person_id of personIds) {
        await api.PATCH(PERSON, { params: { path: { organization_id, person_id } }, body: { starred } });
      }
    },
    onSettled: invalidate,
  });
}

/** How many people a ranking of the pool evaluates. */
export function useRankablePeople() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", RANK, { params: { path: { organization_id } } });
}

/** Evaluates the pool for a job; returns the new batch. */
export function useRankPool() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ jobId, when }: { jobId: string; when: EvaluationTiming }): Promise<Batch> => {
      const { data } = await api.POST(RANK, {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: { job_id: jobId, when },
      });
      if (!data) throw new Error("no batch in the answer");
      return data.batch;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", BATCHES] }),
  });
}
