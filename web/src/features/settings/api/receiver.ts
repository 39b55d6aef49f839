// The organization's mailbox for resumes: saving, test, and received messages.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RECEIVED } from "@/entities/email/queries";
import { RECEIVER_KEY, receiverOf, SETTING } from "@/entities/email/receiver";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { EmailReceiverInput } from "@/lib/api/types";

const TEST = "/api/organizations/{organization_id}/settings/email_receiver_config/test";

export function useSaveEmailReceiver() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: EmailReceiverInput) =>
      api.PUT(SETTING, { params: { path: { organization_id, key: RECEIVER_KEY } }, body: { value } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", SETTING] }),
  });
}

/** Resumes a paused mailbox by saving it. It is saved as a whole, so what others changed meanwhile is read first. */
export function useResumeEmailReceiver() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const params = { path: { organization_id, key: RECEIVER_KEY } };
  return useMutation({
    mutationFn: async () => {
      const { data } = await api.GET(SETTING, { params });
      const saved = data ? receiverOf(data.value) : null;
      if (!saved) return;
      const { host, port, security, user, folder, is_active } = saved;
      await api.PUT(SETTING, { params, body: { value: { host, port, security, user, folder, is_active } } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", SETTING] }),
  });
}

/** Tests the saved mailbox and returns the result. */
export function useTestEmailReceiver() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async () => (await api.POST(TEST, { params: { path: { organization_id } } })).data,
  });
}

export function useReceivedMessages() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", RECEIVED, { params: { path: { organization_id }, query: { limit: 50 } } });
}
