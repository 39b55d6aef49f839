// One invitation as the invited person sees it, and their answer to it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { forgetMemberships } from "@/entities/session/memberships";
import { rememberOrganization, setSession } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { Acceptance, InvitationForMe } from "@/lib/api/types";

export function useInvitation(token: string) {
  return query.useQuery(
    "get",
    "/api/invitations/{token}",
    { params: { path: { token } } },
    { enabled: token !== "", staleTime: 0 },
  );
}

/** Joins as somebody new, who is signed in by it, unless their address is still to be confirmed by mail. */
export function useJoin(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Acceptance) => {
      const { data } = await api.POST("/api/invitations/{token}/accept", { params: { path: { token } }, body });
      if (data?.session) {
        rememberOrganization(data.organization_id);
        await setSession(client, data.session);
      }
      return data;
    },
  });
}

/** Joins as who is signed in: this organization alone. */
export function useJoinAsMyself(token: string, invitation: InvitationForMe) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.POST("/api/invitations/{token}/accept", { params: { path: { token } }, body: {} }),
    onSuccess: () => {
      rememberOrganization(invitation.organization_id);
      forgetMemberships(client);
    },
  });
}

/** Says no. */
export function useDecline(token: string) {
  return useMutation({
    mutationFn: () => api.POST("/api/invitations/{token}/decline", { params: { path: { token } } }),
  });
}
