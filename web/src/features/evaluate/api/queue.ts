// Rows of a batch, loaded by page.
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isBatchActive, POLL_MS } from "@/entities/batch/progress";
import { REASONS, TASKS } from "@/entities/batch/queries";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Batch, BatchTask, FailureReason, RecommendationLevel, TaskStatus } from "@/lib/api/types";

export const PAGE = 200;

export interface QueueRows {
  /** Number of rows; undefined until the first page is loaded. */
  total: number | undefined;
  /** The row at an index; undefined while its page loads. */
  at: (index: number) => BatchTask | undefined;
  /** The rows of the loaded pages. */
  loaded: readonly BatchTask[];
  error: unknown;
  refetch: () => void;
}

interface QueueRequest {
  batchId: string;
  status: TaskStatus | null;
  level: RecommendationLevel | null;
  /** Matches the file's or the candidate's name. */
  search: string;
  /** The order in the archive, or by score. */
  sort: "position" | "score";
  /** First and last row on screen. */
  from: number;
  until: number;
  /** Whether the server is still processing the batch. */
  active: boolean;
}

/** Pages that hold rows `from` to `until`. */
export function pagesOf(from: number, until: number): number[] {
  const first = Math.floor(Math.max(from, 0) / PAGE);
  const last = Math.floor(Math.max(until, from, 0) / PAGE);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Rows by index; visible pages are polled while the batch is active. */
export function useQueueRows({ batchId, status, level, search, sort, from, until, active }: QueueRequest): QueueRows {
  const organization_id = useOrganizationId();
  const pages = pagesOf(from, until);
  const results = useQueries({
    queries: pages.map((page) => ({
      ...query.queryOptions("get", TASKS, {
        params: {
          path: { organization_id, batch_id: batchId },
          query: {
            ...(status && { status }),
            ...(level && { level }),
            ...(search && { search }),
            sort,
            limit: PAGE,
            offset: page * PAGE,
          },
        },
      }),
      refetchInterval: active ? POLL_MS : (false as const),
      staleTime: active ? 0 : 10_000,
    })),
  });
  const answers = results.map(({ data }) => data);
  const isAnswered = answers.some((answer) => answer !== undefined);
  // Keep the previous rows until the new order or search is loaded, so that nothing flickers and the keyboard keeps
  // its row.
  const [known, setKnown] = useState({ pages, answers });
  const asked = { pages, answers };
  if (isAnswered && !isSame(known, asked)) setKnown(asked);
  const shown = isAnswered ? asked : known;
  return {
    total: shown.answers.find((answer) => answer !== undefined)?.total,
    at: (index) => shown.answers[shown.pages.indexOf(Math.floor(index / PAGE))]?.items[index % PAGE],
    loaded: shown.answers.flatMap((answer) => answer?.items ?? []),
    error: results.find((result) => result.error)?.error ?? null,
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
}

interface Snapshot<T> {
  pages: readonly number[];
  answers: readonly T[];
}

function isSame<T>(one: Snapshot<T>, other: Snapshot<T>): boolean {
  return (
    one.pages.length === other.pages.length &&
    one.pages.every((page, at) => page === other.pages[at]) &&
    one.answers.every((answer, at) => answer === other.answers[at])
  );
}

/** Reads all completed rows with the level and the search, page by page. */
export function useFetchCompleted(batchId: string) {
  const organization_id = useOrganizationId();
  return async ({ level, search }: Pick<QueueRequest, "level" | "search">): Promise<BatchTask[]> =>
    fetchAllPages<BatchTask>(async (at) => {
      const { data } = await api.GET(TASKS, {
        params: {
          path: { organization_id, batch_id: batchId },
          query: { status: "completed", ...(level && { level }), ...(search && { search }), ...at },
        },
      });
      return data;
    });
}

/** The largest batch that is read whole. */
const MAX_READ = 2_000;

/** All completed rows of a finished batch; of a very large one, only the loaded ones. */
export function useCompletedRows(batch: Batch, loaded: readonly BatchTask[]): readonly BatchTask[] {
  const organization_id = useOrganizationId();
  const fetchCompleted = useFetchCompleted(batch.id);
  const { completed } = batch.counts;
  const known = loaded.filter(({ status }) => status === "completed").length;
  const { data } = useQuery({
    queryKey: ["get", TASKS, organization_id, batch.id, "completed"],
    queryFn: () => fetchCompleted({ level: null, search: "" }),
    enabled: known < completed && completed <= MAX_READ,
  });
  return data ?? loaded;
}

/** Entries that need no more work or wait for a person. */
export type OverStatus = "failed" | "skipped";

/** A batch's failed or skipped entries by reason; polled while the batch is active. */
export function useReasons(batch: Batch, status: OverStatus, enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    REASONS,
    { params: { path: { organization_id, batch_id: batch.id }, query: { status } } },
    { enabled, refetchInterval: isBatchActive(batch) ? POLL_MS : false },
  );
}

/** The first entries that failed or were skipped for a reason; polled while the batch is active. */
export function useEntriesWithReason(
  batch: Batch,
  status: OverStatus,
  { reason, limit }: { reason: FailureReason; limit: number },
) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    TASKS,
    { params: { path: { organization_id, batch_id: batch.id }, query: { status, reason, limit } } },
    { refetchInterval: isBatchActive(batch) ? POLL_MS : false },
  );
}
