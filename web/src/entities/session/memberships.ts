// The organizations of the signed-in person, and what they may do in the current one.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { forgetJob } from "@/entities/job/selection";
import { query } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Membership } from "@/lib/api/types";
import { browserEnvironment } from "@/lib/auth/environment";
import { clearKeptLists } from "@/lib/persistentCache";
import { mayOpen } from "@/lib/routes/access";
import { href } from "@/lib/routes/href";
import type { RouteName } from "@/lib/routes/manifest";
import { forgetKnownSession } from "./knownSession";
import type { Permission } from "./permission";
import { rememberOrganization, useCurrentMembership } from "./session";

const MEMBERSHIPS = "/api/me/organizations";
/** How long until what somebody else changed of my role is noticed without touching anything. */
const LOOK_MS = 60_000;

/** My memberships, looked at again every minute and when I come back to the window. */
export function useMemberships(signedIn = true) {
  return query.useQuery(
    "get",
    MEMBERSHIPS,
    {},
    { enabled: signedIn, staleTime: LOOK_MS / 2, refetchInterval: LOOK_MS, refetchOnWindowFocus: false },
  );
}

/**
 * Looks at my memberships again when I come back to the window. A look that is under way then is given up: it may have
 * been answered before what I came back for was changed, and the query's own refetching would settle for it.
 */
export function useMembershipsWatch(): void {
  const client = useQueryClient();
  useEffect(() => browserEnvironment.onReturn(() => void invalidateMemberships(client)), [client]);
}

function invalidateMemberships(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["get", MEMBERSHIPS] });
}

/** To be called when something of my memberships changed. */
export function useInvalidateMemberships(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => invalidateMemberships(client), [client]);
}

/** To be called where nothing on screen shows them and the next page must not begin with what they were. */
export function forgetMemberships(client: QueryClient): void {
  forgetKnownSession();
  client.removeQueries({ queryKey: ["get", MEMBERSHIPS] });
}

/** Looks at my memberships again when a call was refused as only a change of them explains. */
export function refreshOnForbidden(client: QueryClient, error: unknown): void {
  const refused = error instanceof ApiProblem && ["permission.denied", "organization.not_found"].includes(error.code);
  if (refused) void invalidateMemberships(client);
}

/** Begins to work in an organization at the start page. */
export function enterOrganization(organizationId: string): void {
  forgetKnownSession();
  rememberOrganization(organizationId);
  window.location.assign(href("welcome"));
}

/** Goes on in another organization: the page is loaded anew, so that nothing of the former one stays. */
export function switchOrganization(organizationId: string): void {
  rememberOrganization(organizationId);
  forgetJob();
  void clearKeptLists();
  // What the address chose belongs to the former organization.
  window.location.assign(window.location.pathname);
}

/** Whether I may, in the current organization. */
export function useCan(permission: Permission): boolean {
  return useCurrentMembership().permissions.includes(permission);
}

/** Whether my role includes the page, for links that lead to it. */
export function useCanOpenPage(page: Membership["pages"][number]): boolean {
  return useCurrentMembership().pages.includes(page);
}

/** Whether I may open the route. */
export function useCanOpenRoute(name: RouteName): boolean {
  return mayOpen(useCurrentMembership(), name);
}
