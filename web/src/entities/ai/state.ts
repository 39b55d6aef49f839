// Whether the organization's model work is running, for everyone affected.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export const AI_STATE = "/api/organizations/{organization_id}/ai/state";
/** Polling interval, because failures occur in the background. */
const POLL_INTERVAL_MS = 60_000;

export function useAiState(enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    AI_STATE,
    { params: { path: { organization_id } } },
    { enabled, refetchInterval: POLL_INTERVAL_MS },
  );
}
