// The organization's mailbox for resumes: what is set, whether it can be opened, and the messages that came.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { EmailReceiverInput, SmtpSettings } from "@/lib/api/types";

const SETTING = "/api/organizations/{organization_id}/settings/{key}";
const TEST = "/api/organizations/{organization_id}/settings/email_receiver_config/test";
const MESSAGES = "/api/organizations/{organization_id}/inbound-messages";
const KEY = "email_receiver_config";

/** The mailbox as the setting's value holds it, which the schema knows as any object. */
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

/** The mailbox; null where none is set. */
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

/** Opens the mailbox as it is saved; answers how it went. */
export function useTestEmailReceiver() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async () => (await api.POST(TEST, { params: { path: { organization_id } } })).data,
  });
}

/** The latest messages. */
export function useReceivedMessages() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", MESSAGES, { params: { path: { organization_id }, query: { limit: 50 } } });
}
