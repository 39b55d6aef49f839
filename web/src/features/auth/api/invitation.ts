// An invitation by its token: details, accept, decline.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { leaveCurrentOrganization } from "@/entities/session/leaveOrganization";
import { removeMemberships } from "@/entities/session/memberships";
import { setSession } from "@/entities/session/session";
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

/** Creates an account and accepts; signs in unless the email must be confirmed first. */
export function useSignUpWithInvitation(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Acceptance) => {
      const { data } = await api.POST("/api/invitations/{token}/accept", { params: { path: { token } }, body });
      if (data?.session) {
        await leaveCurrentOrganization(data.organization_id);
        await setSession(client, data.session);
      }
      return data;
    },
  });
}

/** Accepts with the signed-in account. */
export function useAcceptInvitation(token: string, invitation: InvitationForMe) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.POST("/api/invitations/{token}/accept", { params: { path: { token } }, body: {} }),
    onSuccess: async () => {
      await leaveCurrentOrganization(invitation.organization_id);
      removeMemberships(client);
    },
  });
}

export function useDeclineInvitation(token: string) {
  return useMutation({
    mutationFn: () => api.POST("/api/invitations/{token}/decline", { params: { path: { token } } }),
  });
}
