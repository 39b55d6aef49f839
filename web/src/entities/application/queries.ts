// Candidates of a job in AI review: the ranked list, the tiers' counts, one in full, and the resume's bytes.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Application } from "@/lib/api/types";
import { ANALYSIS_LOOK_MS, isAnalyzing } from "./analysis";
import type { ResumeSource } from "./components/resume/ResumeView";
import { STAGE, SUB_STATUSES_OF } from "./stages";

export const APPLICATIONS = "/api/organizations/{organization_id}/applications";
export const APPLICATION = "/api/organizations/{organization_id}/applications/{application_id}";
export const RESUME = "/api/organizations/{organization_id}/applications/{application_id}/resume";

export const SUB_STATUSES = SUB_STATUSES_OF[STAGE.aiReview];

/** What the list shows, as the address says it. */
export interface ListView {
  search: string;
  tier: 1 | 2 | 3 | null;
  subStatus: (typeof SUB_STATUSES)[number] | null;
}

/** Reads the view off the address; what makes no sense there is left out. */
export function viewOf(params: URLSearchParams): ListView {
  const tier = Number(params.get("tier"));
  return {
    search: params.get("search") ?? "",
    tier: tier === 1 || tier === 2 || tier === 3 ? tier : null,
    subStatus: SUB_STATUSES.find((known) => known === params.get("sub_status")) ?? null,
  };
}

/** The address of a changed view: another filter opens nobody, and begins at its first page. */
export function withView(params: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const view = { ...viewOf(params), ...change };
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put("search", view.search);
  put("tier", view.tier ? String(view.tier) : null);
  put("sub_status", view.subStatus);
  next.delete("id");
  next.delete("page");
  return next;
}

/** How many candidates come at a time. */
const CHUNK = 50;

/** Best score first; more as the list is scrolled. */
export function useCandidates(jobId: string, view: ListView) {
  const organization_id = useOrganizationId();
  const list = useInfiniteQuery({
    queryKey: ["get", APPLICATIONS, organization_id, jobId, view],
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await api.GET(APPLICATIONS, {
        params: {
          path: { organization_id },
          query: {
            job_id: jobId,
            status: STAGE.aiReview,
            sort: "score",
            ...(view.subStatus ? { sub_status: view.subStatus } : {}),
            ...(view.tier ? { tier: view.tier } : {}),
            ...(view.search ? { search: view.search } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
            limit: CHUNK,
          },
        },
        signal,
      });
      return { items: data?.items ?? [], total: data?.total ?? 0, next: data?.next_cursor ?? null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  const loadMore = useCallback(async (): Promise<readonly Application[]> => {
    const { data: loaded } = await fetchNextPage();
    return loaded?.pages.flatMap((page) => page.items) ?? [];
  }, [fetchNextPage]);
  return {
    items,
    total: data?.pages[0]?.total ?? 0,
    error: list.error,
    refetch: () => void list.refetch(),
    /** Whether what is shown belongs to the view before. */
    isFormer: list.isPlaceholderData,
    /** Fetches more and answers all there are then; null where there are no more, or they are on the way. */
    loadMore: hasNextPage && !isFetchingNextPage ? loadMore : null,
  };
}

/** Every candidate of a job that is not archived, best score first. */
export function useJobCandidates(jobId: string | null) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", APPLICATIONS, organization_id, "job", jobId],
    queryFn: ({ signal }) =>
      fetchAllPages<Application>(async (limit, offset) => {
        const params = { path: { organization_id }, query: { job_id: jobId ?? "", limit, offset } };
        return (await api.GET(APPLICATIONS, { params, signal })).data;
      }),
    enabled: jobId !== null,
  });
}

export function useTierCounts(jobId: string | null) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    "/api/organizations/{organization_id}/jobs/{job_id}/tiers",
    { params: { path: { organization_id, job_id: jobId ?? "" } } },
    { enabled: jobId !== null },
  );
}

export function useCandidate(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    APPLICATION,
    { params: { path: { organization_id, application_id: id } } },
    { refetchInterval: ({ state }) => (isAnalyzing(state.data?.analysis_status) ? ANALYSIS_LOOK_MS : false) },
  );
}

/** The resume the evaluation read, as the viewer takes it. */
export function useResumeSource(id: string, fileName: string): ResumeSource {
  const organization_id = useOrganizationId();
  return {
    key: `application ${id}`,
    fileName,
    load: async () => {
      const { response } = await api.GET(RESUME, {
        params: { path: { organization_id, application_id: id } },
        parseAs: "stream",
      });
      return response.blob();
    },
  };
}
