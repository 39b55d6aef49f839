// Re-evaluation of applications, and their past evaluations.
import { useMutation } from "@tanstack/react-query";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { EvaluationTiming } from "@/lib/api/types";

const EVALUATIONS = "/api/organizations/{organization_id}/applications/{application_id}/evaluations";
const EVALUATE = "/api/organizations/{organization_id}/applications/evaluate";
const EVALUATE_JOB = "/api/organizations/{organization_id}/jobs/{job_id}/evaluate-again";

/** All evaluations of the applicant's resumes, newest first. */
export function useEvaluations(applicationId: string) {
  const organization_id = useOrganizationId();
  const enabled = useCan("ai-review:view");
  return query.useQuery(
    "get",
    EVALUATIONS,
    { params: { path: { organization_id, application_id: applicationId }, query: { limit: 50 } } },
    { enabled },
  );
}

/** Starts a re-evaluation task; its progress is in the tray. */
export function useEvaluateAgain() {
  return query.useMutation("post", EVALUATE);
}

/** Starts a task that re-evaluates all open applications of the job. */
export function useEvaluateJobAgain() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ jobId, when }: { jobId: string; when: EvaluationTiming }) =>
      (await api.POST(EVALUATE_JOB, { params: { path: { organization_id, job_id: jobId }, query: { when } } })).data,
  });
}
