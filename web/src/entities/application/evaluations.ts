// Evaluating applications again or for another job, and what they were evaluated as before.
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

const EVALUATIONS = "/api/organizations/{organization_id}/applications/{application_id}/evaluations";
const EVALUATE = "/api/organizations/{organization_id}/applications/evaluate";

/** Every evaluation of the applicant's resumes, newest first. */
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

/** Starts a task that is over when everybody is evaluated; its progress is in the tray. */
export function useEvaluateAgain() {
  return query.useMutation("post", EVALUATE);
}
