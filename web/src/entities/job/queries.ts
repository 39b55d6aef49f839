// Jobs: reading a page of them, reading and saving one, and moving it between active, inactive and archived.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { Job } from "@/lib/api/types";

export const JOBS = "/api/organizations/{organization_id}/jobs";
export const JOB = "/api/organizations/{organization_id}/jobs/{job_id}";
export const RUBRIC = "/api/organizations/{organization_id}/jobs/{job_id}/rubric";

export const STATUSES = ["active", "inactive", "archived"] as const;
export type JobStatus = (typeof STATUSES)[number];
export const PAGE_SIZE = 50;

export function statusOf(job: Job): JobStatus {
  if (job.is_deleted) return "archived";
  return job.is_active ? "active" : "inactive";
}

export function useJobs(status: JobStatus, page: number) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", JOBS, {
    params: { path: { organization_id }, query: { status, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
  });
}

export function useJob(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", JOB, { params: { path: { organization_id, job_id: id } } });
}

/** What a person writes about a job. */
export interface JobText {
  title: string;
  core_requirement: string;
  jd: string;
  ai_evaluation_criteria: string;
  company_name: string;
  recruiter_name: string;
}

export function textOf(job: Job): JobText {
  const { title, core_requirement, jd, ai_evaluation_criteria, company_name, recruiter_name } = job;
  return {
    title,
    core_requirement: core_requirement ?? "",
    jd: jd ?? "",
    ai_evaluation_criteria: ai_evaluation_criteria ?? "",
    company_name: company_name ?? "",
    recruiter_name: recruiter_name ?? "",
  };
}

function useInvalidateJobs() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([JOBS, JOB, RUBRIC].map((path) => client.invalidateQueries({ queryKey: ["get", path] })));
  };
}

/** Creates the job, or changes the one with `id`. Answers the saved job. */
export function useSaveJob(id: string | null) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateJobs();
  return useMutation({
    mutationFn: async (body: JobText): Promise<Job | undefined> => {
      const answer =
        id === null
          ? await api.POST(JOBS, { params: { path: { organization_id } }, body })
          : await api.PATCH(JOB, { params: { path: { organization_id, job_id: id } }, body });
      return answer.data;
    },
    onSuccess: changed,
  });
}

export type JobMove = "activate" | "deactivate" | "archive" | "restore";

/** Which moves a job allows: an active one with candidates is closed before it is archived. */
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

/** What takes a move back, given the state before it. */
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
