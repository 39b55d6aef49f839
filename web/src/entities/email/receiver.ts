// The organization's mailbox for resumes.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import type { EmailReceiver, Setting } from "@/lib/api/types";

export const SETTING = "/api/organizations/{organization_id}/settings/{key}";
export const RECEIVER_KEY = "email_receiver_config";

/** The mailbox of a setting; null if none is set. */
export function receiverOf(value: Setting["value"]): EmailReceiver | null {
  const isSet = (one: Setting["value"]): one is EmailReceiver => "host" in one;
  return isSet(value) ? value : null;
}

/** The mailbox; null if none is set. */
export function useEmailReceiver(options: { enabled?: boolean; refetchInterval?: number } = {}) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    SETTING,
    { params: { path: { organization_id, key: RECEIVER_KEY } } },
    { ...options, select: ({ value }) => receiverOf(value) },
  );
}
