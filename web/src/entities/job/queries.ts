// Jobs: list, load, save, and change the status.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Job } from "@/lib/api/types";

export const JOBS = "/api/organizations/{organization_id}/jobs";
export const JOB = "/api/organizations/{organization_id}/jobs/{job_id}";
export const RUBRIC = "/api/organizations/{organization_id}/jobs/{job_id}/rubric";

export const STATUSES = ["active", "inactive", "archived"] as const;
export type JobStatus = (typeof STATUSES)[number];

export function statusOf(job: Job): JobStatus {
  if (job.is_deleted) return "archived";
  return job.is_active ? "active" : "inactive";
}

/** All jobs with a status, newest first. */
export function useJobs(status: JobStatus) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", JOBS, organization_id, status],
    queryFn: ({ signal }) =>
      fetchAllPages<Job>(async (at) => {
        const params = { path: { organization_id }, query: { status, ...at } };
        return (await api.GET(JOBS, { params, signal })).data;
      }),
  });
}

/** Additional counts of these jobs. */
export function useJobFigures(ids: readonly string[]) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    "/api/organizations/{organization_id}/job-figures",
    { params: { path: { organization_id }, query: { ids: ids.join(",") } } },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
}

export function useJob(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", JOB, { params: { path: { organization_id, job_id: id } } });
}

/** One job; disabled without an id. */
export function useOptionalJob(id: string | null) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id, job_id: id ?? "" } };
  return query.useQuery("get", JOB, { params }, { enabled: id !== null });
}

/** The newest jobs with any status whose title or company matches. */
export function useJobSearch(search: string) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    JOBS,
    { params: { path: { organization_id }, query: { status: "all", limit: 50, ...(search && { search }) } } },
    { placeholderData: keepPreviousData },
  );
}

/** The first matching jobs with any status; disabled without a search or permission. */
export function useOptionalJobSearch(search: string, limit: number, enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    JOBS,
    { params: { path: { organization_id }, query: { status: "all", limit, search } } },
    { enabled: enabled && search !== "", placeholderData: keepPreviousData },
  );
}

/** The newest open jobs, and the number of all. */
export function useOpenJobs() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", JOBS, {
    params: { path: { organization_id }, query: { status: "active", limit: 50 } },
  });
}

/** The open jobs: their number, and the job if there is only one. */
export function useActiveJobs(enabled = true) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { status: "active" as const, limit: 1 } };
  return query.useQuery("get", JOBS, { params }, { enabled });
}

/** The editable fields of a job. */
export interface JobText {
  title: string;
  core_requirement: string;
  jd: string;
  ai_evaluation_criteria: string;
  ai_interview_questions: string;
  company_name: string;
  recruiter_name: string;
  submission_email: string;
  location_ids: string[];
  is_active: boolean;
  blind_mode: boolean;
}

export const EMPTY_JOB: JobText = {
  title: "",
  core_requirement: "",
  jd: "",
  ai_evaluation_criteria: "",
  ai_interview_questions: "",
  company_name: "",
  recruiter_name: "",
  submission_email: "",
  location_ids: [],
  is_active: true,
  blind_mode: false,
};

export function textOf(job: Job): JobText {
  const { title, core_requirement, jd, ai_evaluation_criteria, ai_interview_questions, is_active, blind_mode } = job;
  const { company_name, recruiter_name, submission_email, location_ids } = job;
  return {
    title,
    core_requirement,
    jd,
    ai_evaluation_criteria,
    ai_interview_questions,
    company_name,
    recruiter_name,
    submission_email: submission_email ?? "",
    location_ids,
    is_active,
    blind_mode,
  };
}

function useInvalidateJobs() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([JOBS, JOB, RUBRIC].map((path) => client.invalidateQueries({ queryKey: ["get", path] })));
  };
}

/** Creates the job, or updates the one with `id` at `version`. Returns the saved job. */
export function useSaveJob(id: string | null) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateJobs();
  return useMutation({
    mutationFn: async (given: {
      changes: Partial<JobText>;
      version: number | null;
      /** The members that a new job is assigned to. */
      team?: string[];
    }): Promise<Job> => {
      const { changes, version, team = [] } = given;
      const body = {
        ...changes,
        ...(version === null ? {} : { version }),
        ...(team.length > 0 ? { member_ids: team } : {}),
      };
      const answer =
        id === null
          ? await api.POST(JOBS, { params: { path: { organization_id } }, body: { title: "", jd: "", ...body } })
          : await api.PATCH(JOB, { params: { path: { organization_id, job_id: id } }, body });
      return answer.data as Job;
    },
    // Not awaited, because the form has to process the response before the cache update.
    onSuccess: () => void changed(),
  });
}

/** Generates a new submission address; the old one becomes invalid. */
export function useNewSubmissionEmail(id: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateJobs();
  return useMutation({
    mutationFn: () =>
      api.POST("/api/organizations/{organization_id}/jobs/{job_id}/submission-email", {
        params: { path: { organization_id, job_id: id } },
      }),
    onSettled: changed,
  });
}

/** Permanently deletes a job without candidates. */
export function useDeleteJob() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateJobs();
  return useMutation({
    mutationFn: (id: string) => api.DELETE(JOB, { params: { path: { organization_id, job_id: id } } }),
    onSettled: changed,
  });
}

export type JobMove = "activate" | "deactivate" | "archive" | "restore";

/** The allowed status changes: an open job with candidates must be closed before archiving. */
export function movesOf(job: Job): JobMove[] {
  switch (statusOf(job)) {
    case "active":
      return job.total_applications > 0 ? ["deactivate"] : ["deactivate", "archive"];
    case "inactive":
      return ["activate", "archive"];
    case "archived":
      return ["restore"];
  }
}

/** The inverse of a status change, given the previous status. */
export function inverseOf(move: JobMove, before: JobStatus): JobMove[] {
  switch (move) {
    case "activate":
      return ["deactivate"];
    case "deactivate":
      return ["activate"];
    case "archive":
      return before === "active" ? ["restore", "activate"] : ["restore"];
    case "restore":
      return ["archive"];
  }
}

export function useMoveJob() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateJobs();
  return useMutation({
    mutationFn: async ({ id, moves }: { id: string; moves: readonly JobMove[] }) => {
      const init = { params: { path: { organization_id, job_id: id } } };
      for (const move of moves) {
        if (move === "activate") await api.POST("/api/organizations/{organization_id}/jobs/{job_id}/activate", init);
        if (move === "deactivate")
          await api.POST("/api/organizations/{organization_id}/jobs/{job_id}/deactivate", init);
        if (move === "archive") await api.POST("/api/organizations/{organization_id}/jobs/{job_id}/archive", init);
        if (move === "restore") await api.POST("/api/organizations/{organization_id}/jobs/{job_id}/restore", init);
      }
    },
    onSettled: changed,
  });
}
