// What model work consumed: all of it, or that of a job or batch.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

const USAGE = "/api/organizations/{organization_id}/ai-usage";
/** How often a batch at work is asked. */
const LOOK_MS = 10_000;

/** What was consumed from this moment on. */
export function useAiUsage(from: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", USAGE, { params: { path: { organization_id }, query: { from } } });
}

/** What a job or batch has consumed so far, asked for again while it is at work. */
export function useAiUsageOf(of: { job_id: string } | { batch_id: string }, isAtWork: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    USAGE,
    { params: { path: { organization_id }, query: of } },
    { refetchInterval: isAtWork ? LOOK_MS : false },
  );
}
