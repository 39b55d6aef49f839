// One invitation as the invited person sees it, and their answer to it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, query } from "@/api/client";
import { forgetRefused } from "@/api/invitations";
import { enter, rememberOrganization } from "@/api/session";
import type { Acceptance, InvitationForMe } from "@/api/types";

export function useInvitation(token: string) {
  return query.useQuery(
    "get",
    "/api/invitations/{token}",
    { params: { path: { token } } },
    { enabled: token !== "", staleTime: 0 },
  );
}

/** Joins. Whoever is new is signed in by it, unless their address is still to be confirmed by mail. */
export function useAccept(token: string, invitation: InvitationForMe) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Acceptance) => {
      const params = { path: { token } };
      const { data } = await api.POST("/api/invitations/{token}/accept", { params, body });
      if (data?.session) {
        rememberOrganization(data.organization_id);
        await enter(client, data.session);
        await client.invalidateQueries({ queryKey: ["get", "/api/me/organizations"] });
      }
      return data;
    },
    onError: () => forgetRefused(invitation.organization_id),
  });
}

/** Says no. */
export function useDecline(token: string) {
  return useMutation({
    mutationFn: () => api.POST("/api/invitations/{token}/decline", { params: { path: { token } } }),
  });
}
