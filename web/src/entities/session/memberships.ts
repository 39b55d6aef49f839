// The user's memberships, and their permissions in the current one.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { query } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Membership, Permission } from "@/lib/api/types";
import { browserEnvironment } from "@/lib/auth/environment";
import { canOpenRoute } from "@/lib/routes/access";
import type { RouteName } from "@/lib/routes/manifest";
import { clearKnownSession } from "./knownSession";
import { useCurrentMembership } from "./session";

const MEMBERSHIPS = "/api/me/organizations";
/** How soon a user without an organization notices that they belong to one, without interaction. */
const POLL_INTERVAL_MS = 60_000;

/**
 * The user's memberships, refetched when the window becomes visible. In an organization, its live events tell when they
 * changed; without one there are none, and they are polled.
 */
export function useMemberships(signedIn = true) {
  return query.useQuery(
    "get",
    MEMBERSHIPS,
    {},
    {
      enabled: signedIn,
      staleTime: POLL_INTERVAL_MS / 2,
      refetchInterval: ({ state }) => (state.data?.items.length === 0 ? POLL_INTERVAL_MS : false),
      refetchOnWindowFocus: false,
    },
  );
}

/** The user's memberships, not refetched while the user types. */
export function useUnpolledMemberships(signedIn: boolean) {
  return query.useQuery("get", MEMBERSHIPS, {}, { enabled: signedIn, refetchOnWindowFocus: false });
}

/**
 * Refetches memberships when the window becomes visible. A pending request is cancelled, because it may have started
 * before a change, and the query would otherwise reuse it.
 */
export function useMembershipsWatch(): void {
  const client = useQueryClient();
  useEffect(() => browserEnvironment.onVisible(() => void invalidateMemberships(client)), [client]);
}

/** Refetches memberships, as after a change of the user's access. */
export function invalidateMemberships(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["get", MEMBERSHIPS] });
}

/** Call after a change of memberships. */
export function useInvalidateMemberships(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => invalidateMemberships(client), [client]);
}

/** Removes the cached memberships, so that the next page starts without stale ones. */
export function removeMemberships(client: QueryClient): void {
  clearKnownSession();
  client.removeQueries({ queryKey: ["get", MEMBERSHIPS] });
}

/** Refetches memberships after a 403 that only a changed role explains. */
export function refreshOnForbidden(client: QueryClient, error: unknown): void {
  const refused = error instanceof ApiProblem && ["permission.denied", "organization.not_found"].includes(error.code);
  if (refused) void invalidateMemberships(client);
}

/** Whether the member has the permission in the current organization. */
export function useCan(permission: Permission): boolean {
  return useCurrentMembership().permissions.includes(permission);
}

/** Whether the role includes the page, for links to it. */
export function useCanOpenPage(page: Membership["pages"][number]): boolean {
  return useCurrentMembership().pages.includes(page);
}

/** Whether no job is assigned to the member, whose role only shows assigned ones. */
export function useIsUnassigned(): boolean {
  return useCurrentMembership().assigned_jobs === 0;
}

/** Whether the member can open the route. */
export function useCanOpenRoute(name: RouteName): boolean {
  return canOpenRoute(useCurrentMembership(), name);
}
