// The organization's mailbox for resumes.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import type { SmtpSettings } from "@/lib/api/types";

export const SETTING = "/api/organizations/{organization_id}/settings/{key}";
export const RECEIVER_KEY = "email_receiver_config";

/** The mailbox as stored in the setting's value, which the schema types as any object. */
export interface EmailReceiver {
  host: string;
  port: number;
  security: SmtpSettings["security"];
  user: string;
  has_password: boolean;
  folder: string;
  is_active: boolean;
  failure: string | null;
  paused_at: string | null;
  checked_at: string | null;
}

/** The mailbox; null if none is set. */
export function useEmailReceiver(options: { enabled?: boolean; refetchInterval?: number } = {}) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    SETTING,
    { params: { path: { organization_id, key: RECEIVER_KEY } } },
    { ...options, select: ({ value }) => ("host" in value ? (value as unknown as EmailReceiver) : null) },
  );
}
