// Result of a batch: entries per recommendation level, and level changes.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

const LEVELS = "/api/organizations/{organization_id}/batches/{batch_id}/levels";
const LEVEL_CHANGES = "/api/organizations/{organization_id}/batches/{batch_id}/level-changes";

/** Number of listed changes. */
export const SHOWN_CHANGES = 50;

/** Best level first. */
export function useBatchLevels(batchId: string, enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", LEVELS, { params: { path: { organization_id, batch_id: batchId } } }, { enabled });
}

/** Largest score change first. */
export function useLevelChanges(batchId: string, enabled: boolean) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id, batch_id: batchId }, query: { limit: SHOWN_CHANGES } };
  return query.useQuery("get", LEVEL_CHANGES, { params }, { enabled });
}
