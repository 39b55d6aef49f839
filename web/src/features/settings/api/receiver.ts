// The organization's mailbox for resumes: settings, test, and received messages.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { EmailReceiverInput, SmtpSettings } from "@/lib/api/types";

const SETTING = "/api/organizations/{organization_id}/settings/{key}";
const TEST = "/api/organizations/{organization_id}/settings/email_receiver_config/test";
const MESSAGES = "/api/organizations/{organization_id}/inbound-messages";
const KEY = "email_receiver_config";

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
export function useEmailReceiver() {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    SETTING,
    { params: { path: { organization_id, key: KEY } } },
    { select: ({ value }) => ("host" in value ? (value as unknown as EmailReceiver) : null) },
  );
}

export function useSaveEmailReceiver() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: EmailReceiverInput) =>
      api.PUT(SETTING, { params: { path: { organization_id, key: KEY } }, body: { value } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", SETTING] }),
  });
}

/** Tests the saved mailbox and answers the result. */
export function useTestEmailReceiver() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async () => (await api.POST(TEST, { params: { path: { organization_id } } })).data,
  });
}

export function useReceivedMessages() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", MESSAGES, { params: { path: { organization_id }, query: { limit: 50 } } });
}
