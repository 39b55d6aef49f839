// Candidates of a job in AI review: the ranked list, the tiers' counts, one in full, and the resume's bytes.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Application } from "@/lib/api/types";
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
  page: number;
}

/** Reads the view off the address; what makes no sense there is left out. */
export function viewOf(params: URLSearchParams): ListView {
  const tier = Number(params.get("tier"));
  const page = Number(params.get("page"));
  return {
    search: params.get("search") ?? "",
    tier: tier === 1 || tier === 2 || tier === 3 ? tier : null,
    subStatus: SUB_STATUSES.find((known) => known === params.get("sub_status")) ?? null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The address of a changed view: another filter begins at its first page, and opens nobody. */
export function withView(params: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const view = { ...viewOf(params), page: 1, ...change };
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put("search", view.search);
  put("tier", view.tier ? String(view.tier) : null);
  put("sub_status", view.subStatus);
  put("page", view.page > 1 ? String(view.page) : null);
  next.delete("id");
  return next;
}

/** Best score first. */
export function useCandidates(jobId: string | null, view: ListView, pageSize: number) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    APPLICATIONS,
    {
      params: {
        path: { organization_id },
        query: {
          job_id: jobId ?? "",
          status: STAGE.aiReview,
          ...(view.subStatus ? { sub_status: view.subStatus } : {}),
          ...(view.tier ? { tier: view.tier } : {}),
          ...(view.search ? { search: view.search } : {}),
          limit: pageSize,
          offset: (view.page - 1) * pageSize,
        },
      },
    },
    { enabled: jobId !== null, placeholderData: keepPreviousData },
  );
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
  return query.useQuery("get", APPLICATION, { params: { path: { organization_id, application_id: id } } });
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
