// Invitations to the person's own address: what waits, yes or no to one of them, and taking up all at once.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, query } from "@/lib/api/client";
import type { MyInvitation, RefusedInvitation } from "@/lib/api/types";
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

let refused: readonly RefusedInvitation[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly RefusedInvitation[]): void {
  refused = next;
  for (const listener of listeners) listener();
}

/** Takes up all that wait. What leads here does not fail with it: an invitation stays, and so does its mail. */
export async function acceptInvitations(): Promise<void> {
  const accepted = await api.POST("/api/me/invitations/accept").catch(() => null);
  keep(accepted?.data?.refused ?? []);
}

/** Adds one that could not be taken up, to be told. */
export function tellRefused(one: RefusedInvitation): void {
  keep([...refused.filter((other) => other.organization_id !== one.organization_id), one]);
}

/** Those that could not be taken up and were not told yet. */
export function useRefusedInvitations(): readonly RefusedInvitation[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => refused,
  );
}

/** They were told. */
export function forgetRefused(): void {
  keep([]);
}
