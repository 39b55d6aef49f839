// Candidates of a job in AI review: ranked list, tier counts, details, and resume files.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Application, RecognizedText } from "@/lib/api/types";
import { ANALYSIS_POLL_INTERVAL_MS, isAnalyzing } from "./analysis";
import type { ResumeSource } from "./components/resume/resumeQuery";
import { APPLICATION, APPLICATIONS, RESUME, RESUME_TEXT } from "./paths";
import { STAGE, SUB_STATUSES_OF } from "./stages";

export const SUB_STATUSES = SUB_STATUSES_OF[STAGE.aiReview];

/** The list's view, as stored in the URL. */
export interface ListView {
  search: string;
  tier: 1 | 2 | 3 | null;
  subStatus: (typeof SUB_STATUSES)[number] | null;
}

/** Reads the view from the URL, ignoring invalid values. */
export function viewOf(params: URLSearchParams): ListView {
  const tier = Number(params.get("tier"));
  return {
    search: params.get("search") ?? "",
    tier: tier === 1 || tier === 2 || tier === 3 ? tier : null,
    subStatus: SUB_STATUSES.find((known) => known === params.get("sub_status")) ?? null,
  };
}

/** The URL of a changed view; another filter closes the candidate and resets the page. */
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

/** Candidates loaded at a time. */
const CHUNK = 50;

/** In the form of the generated hooks, so that live events find the job. */
const ofJob = (organization_id: string, job_id: string | null) => ({
  params: { path: { organization_id }, query: { job_id } },
});

const filterOf = (job_id: string, view: ListView) => ({
  job_id,
  status: STAGE.aiReview,
  sort: "score" as const,
  ...(view.subStatus ? { sub_status: view.subStatus } : {}),
  ...(view.tier ? { tier: view.tier } : {}),
  ...(view.search ? { search: view.search } : {}),
});

/** Highest score first; further ones are loaded while scrolling. */
export function useCandidates(jobId: string, view: ListView) {
  const organization_id = useOrganizationId();
  const list = useInfiniteQuery({
    queryKey: ["get", APPLICATIONS, ofJob(organization_id, jobId), view],
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await api.GET(APPLICATIONS, {
        params: {
          path: { organization_id },
          query: { ...filterOf(jobId, view), ...(pageParam ? { cursor: pageParam } : {}), limit: CHUNK },
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
    /** Whether the shown data belongs to the previous view. */
    isFormer: list.isPlaceholderData,
    /** Loads more and returns all loaded ones; null if there are no more or they are loading. */
    loadMore: hasNextPage && !isFetchingNextPage ? loadMore : null,
  };
}

/** All candidates of a list. */
export function useWholeList(jobId: string, view: ListView, enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", APPLICATIONS, ofJob(organization_id, jobId), view, "whole"],
    queryFn: ({ signal }) =>
      fetchAllPages<Application>(async (at) => {
        const params = { path: { organization_id }, query: { ...filterOf(jobId, view), ...at } };
        return (await api.GET(APPLICATIONS, { params, signal })).data;
      }),
    enabled,
  });
}

/** All candidates of a job that are not archived, highest score first. */
export function useJobCandidates(jobId: string | null) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", APPLICATIONS, ofJob(organization_id, jobId), "all"],
    queryFn: ({ signal }) =>
      fetchAllPages<Application>(async (at) => {
        const params = { path: { organization_id }, query: { job_id: jobId ?? "", ...at } };
        return (await api.GET(APPLICATIONS, { params, signal })).data;
      }),
    enabled: jobId !== null,
  });
}

/** The number of candidates to review in all jobs. */
export function useToReviewCount(enabled: boolean) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { status: STAGE.aiReview, limit: 1 } };
  return query.useQuery("get", APPLICATIONS, { params }, { enabled });
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

/** A candidate's details. */
export function candidateQuery(organization_id: string, id: string) {
  return query.queryOptions("get", APPLICATION, { params: { path: { organization_id, application_id: id } } });
}

export function useCandidate(id: string) {
  const organization_id = useOrganizationId();
  return useQuery({
    ...candidateQuery(organization_id, id),
    refetchInterval: ({ state }) => (isAnalyzing(state.data?.analysis_status) ? ANALYSIS_POLL_INTERVAL_MS : false),
  });
}

/** Where the evaluated resume loads from. */
export function resumeSource(organization_id: string, id: string): Omit<ResumeSource, "fileName"> {
  return {
    key: `application ${id}`,
    load: async () => {
      const { response } = await api.GET(RESUME, {
        params: { path: { organization_id, application_id: id } },
        parseAs: "stream",
      });
      return response.blob();
    },
    loadText: async () => {
      const params = { path: { organization_id, application_id: id } };
      return (await api.GET(RESUME_TEXT, { params })).data as RecognizedText;
    },
  };
}

/** The evaluated resume, as the viewer's source. */
export function useResumeSource(id: string, fileName: string): ResumeSource {
  return { ...resumeSource(useOrganizationId(), id), fileName };
}
