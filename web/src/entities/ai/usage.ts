// AI usage: all of it, or that of a job or batch.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export const USAGE = "/api/organizations/{organization_id}/ai-usage";
/** Polling interval of an active batch. */
const POLL_INTERVAL_MS = 10_000;

/** Usage from this moment on. */
export function useAiUsage(from: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", USAGE, { params: { path: { organization_id }, query: { from } } });
}

/** Usage of a job or batch, polled while it is active. */
export function useAiUsageOf(of: { job_id: string } | { batch_id: string }, isAtWork: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    USAGE,
    { params: { path: { organization_id }, query: of } },
    { refetchInterval: isAtWork ? POLL_INTERVAL_MS : false },
  );
}
