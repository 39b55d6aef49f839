// Whether the organization's model work goes on, for everybody whose work it stops.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

/** Work that fails may go on for hours without anybody looking. */
const LOOK_MS = 60_000;

export function useAiState(enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    "/api/organizations/{organization_id}/ai/state",
    { params: { path: { organization_id } } },
    { enabled, refetchInterval: LOOK_MS },
  );
}
