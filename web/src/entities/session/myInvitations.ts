// Invitations to the person's own address: what waits, yes or no to one of them.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, query } from "@/lib/api/client";
import type { MyInvitation } from "@/lib/api/types";
import { useInvalidateMemberships } from "./memberships";

const MINE = "/api/me/invitations";
/** How long until an invitation that has just come is noticed without touching anything. */
const LOOK_MS = 60_000;

/** What waits for my answer, looked at again every minute and when I come back to the window. */
export function useMyInvitations(signedIn = true) {
  return query.useQuery(
    "get",
    MINE,
    {},
    { enabled: signedIn, staleTime: LOOK_MS / 2, refetchInterval: LOOK_MS, refetchOnWindowFocus: "always" },
  );
}

/** Says yes or no to one. Whatever came of it, what waits is looked at again. */
export function useAnswer() {
  const client = useQueryClient();
  const membershipsChanged = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ invitation, accept }: { invitation: MyInvitation; accept: boolean }): Promise<void> => {
      const params = { path: { invitation_id: invitation.id } };
      if (accept) await api.POST(`${MINE}/{invitation_id}/accept`, { params });
      else await api.POST(`${MINE}/{invitation_id}/decline`, { params });
    },
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: ["get", MINE] }), membershipsChanged()]),
  });
}
