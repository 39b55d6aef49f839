// The webhook of booking services: its URL, and its secret, which is shown once.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";

const HOOK = "/api/organizations/{organization_id}/settings/booking-hook";

export function useBookingHook() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", HOOK, { params: { path: { organization_id } } });
}

/** Creates or replaces the secret, and returns it. */
export function useRotateBookingHookSecret() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.POST(`${HOOK}/secret`, { params: { path: { organization_id } } })).data?.secret,
    onSettled: () => client.invalidateQueries({ queryKey: ["get", HOOK] }),
  });
}

export function useDeleteBookingHook() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.DELETE(HOOK, { params: { path: { organization_id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", HOOK] }),
  });
}
