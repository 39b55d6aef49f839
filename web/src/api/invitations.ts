// Invitations to the person's address are taken up whenever they sign in; those that could not be wait to be told.
import { useSyncExternalStore } from "react";
import { api } from "./client";
import type { RefusedInvitation } from "./types";

let refused: readonly RefusedInvitation[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly RefusedInvitation[]): void {
  refused = next;
  for (const listener of listeners) listener();
}

/** Takes up what waits for the person. Signing in does not fail with it: the invitation stays, and so does its mail. */
export async function acceptInvitations(): Promise<void> {
  const accepted = await api.POST("/api/me/invitations/accept").catch(() => null);
  keep(accepted?.data?.refused ?? []);
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

/** They were told: all, or those of one organization. */
export function forgetRefused(organizationId?: string): void {
  if (refused.length === 0) return;
  keep(organizationId ? refused.filter((one) => one.organization_id !== organizationId) : []);
}
