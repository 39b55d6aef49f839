// The user's own invitations: list, accept, decline.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, query } from "@/lib/api/client";
import type { MyInvitation } from "@/lib/api/types";
import { useInvalidateMemberships } from "./memberships";

const MY_INVITATIONS = "/api/me/invitations";
/** How soon a new invitation is noticed without interaction. */
const POLL_INTERVAL_MS = 60_000;

/** Pending invitations; polled, and refetched when the window becomes visible. */
export function useMyInvitations(signedIn = true) {
  return query.useQuery(
    "get",
    MY_INVITATIONS,
    {},
    {
      enabled: signedIn,
      staleTime: POLL_INTERVAL_MS / 2,
      refetchInterval: POLL_INTERVAL_MS,
      refetchOnWindowFocus: "always",
    },
  );
}

/** Accepts or declines an invitation and refetches the list, whatever the result. */
export function useAnswerInvitation() {
  const client = useQueryClient();
  const membershipsChanged = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ invitation, accept }: { invitation: MyInvitation; accept: boolean }): Promise<void> => {
      const params = { path: { invitation_id: invitation.id } };
      if (accept) await api.POST(`${MY_INVITATIONS}/{invitation_id}/accept`, { params });
      else await api.POST(`${MY_INVITATIONS}/{invitation_id}/decline`, { params });
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ["get", MY_INVITATIONS] }), membershipsChanged()]),
  });
}
