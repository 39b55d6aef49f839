// The organization's mailbox for resumes.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export const SETTING = "/api/organizations/{organization_id}/settings/{key}";
export const RECEIVER_KEY = "email_receiver_config";

/** The mailbox; null if none is set. */
export function useEmailReceiver(options: { enabled?: boolean; refetchInterval?: number } = {}) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    SETTING,
    { params: { path: { organization_id, key: RECEIVER_KEY } } },
    { ...options, select: ({ value }) => ("host" in value ? value : null) },
  );
}
