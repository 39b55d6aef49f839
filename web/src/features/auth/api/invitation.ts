// One invitation as the invited person sees it, and their answer to it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { forgetMemberships } from "@/entities/session/memberships";
import { acceptInvitations, tellRefused } from "@/entities/session/myInvitations";
import { rememberOrganization, setSession } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
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

/** Joins as who is signed in, and takes up what else waits for them. Never fails: what went wrong is told where it leads. */
export function useJoinAsMyself(token: string, invitation: InvitationForMe) {
  const client = useQueryClient();
  const { organization_id, organization_name } = invitation;
  return useMutation({
    mutationFn: async () => {
      const problem = await api
        .POST("/api/invitations/{token}/accept", { params: { path: { token } }, body: {} })
        .then(() => null)
        .catch((error: unknown) => error);
      if (!problem) rememberOrganization(organization_id);
      await acceptInvitations();
      if (problem) {
        const code = problem instanceof ApiProblem ? problem.code : "server.internal";
        tellRefused({ organization_id, organization_name, code: code as "server.internal" });
      }
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
