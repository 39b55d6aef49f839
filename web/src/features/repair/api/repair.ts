// Repairing extracted resume data.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isAnalyzing } from "@/entities/application/analysis";
import { APPLICATIONS } from "@/entities/application/paths";
import { useOrganizationId } from "@/entities/session/session";
import { TASKS } from "@/entities/task/queries";
import { isTaskActive } from "@/entities/task/tasks";
import { api, query } from "@/lib/api/client";
import type { EmploymentInput, EmploymentProblem, Task } from "@/lib/api/types";

const EMPLOYMENTS = "/api/organizations/{organization_id}/work-experiences";
const RESUMES = "/api/organizations/{organization_id}/people/{person_id}/resumes";
const POLL_MS = 1_000;
export const PAGE_SIZE = 20;

/** My tasks of one kind, newest first. */
export function useRepairTasks(kind: Task["kind"]) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    TASKS,
    { params: { path: { organization_id }, query: { mine: true, kind, limit: 10 } } },
    { refetchInterval: ({ state }) => (state.data?.items.some(isTaskActive) ? POLL_MS : false) },
  );
}

export function useReprocess() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filter: { state: "outdated" | "all"; job_id?: string }) =>
      api.POST("/api/organizations/{organization_id}/resumes/reprocess", {
        params: { path: { organization_id } },
        body: { filter },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", TASKS] }),
  });
}

export function useEmployments(problem: EmploymentProblem | null, page: number) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    EMPLOYMENTS,
    {
      params: {
        path: { organization_id },
        query: { ...(problem ? { problem } : {}), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
      },
    },
    { placeholderData: (shown) => shown },
  );
}

export function useCorrectEmployment() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: { id: string; body: EmploymentInput }) =>
      (
        await api.PATCH(`${EMPLOYMENTS}/{work_experience_id}`, {
          params: { path: { organization_id, work_experience_id: id } },
          body,
        })
      ).data,
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMPLOYMENTS] }),
  });
}

export function useResumes(personId: string | null) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    RESUMES,
    { params: { path: { organization_id, person_id: personId ?? "" } } },
    {
      enabled: personId !== null,
      refetchInterval: ({ state }) =>
        state.data?.items.some((resume) => isAnalyzing(resume.analysis_status)) ? POLL_MS : false,
    },
  );
}

export function useWorkExperiences(resumeId: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", "/api/organizations/{organization_id}/resumes/{resume_id}/work-experiences", {
    params: { path: { organization_id, resume_id: resumeId } },
  });
}

export function useApplicants(jobId: string | null, search: string) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    APPLICATIONS,
    {
      params: {
        path: { organization_id },
        query: { job_id: jobId ?? "", limit: 50, ...(search ? { search } : {}) },
      },
    },
    { enabled: jobId !== null, placeholderData: (shown) => shown },
  );
}
