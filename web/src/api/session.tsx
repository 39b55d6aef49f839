// Who is signed in and which organization is current.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect } from "react";
import { api, onSessionExpired } from "./client";
import { ApiProblem } from "./problem";
import type { Membership, Session } from "./types";

const ORGANIZATION_KEY = "bole.organization";
export const SESSION_QUERY_KEY = ["session"] as const;

async function loadSession(): Promise<Session | null> {
  try {
    const { data } = await api.GET("/api/auth/session");
    return data ?? null;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

/** The session, `null` when nobody is signed in. */
export function useSession() {
  return useQuery({ queryKey: SESSION_QUERY_KEY, queryFn: loadSession, staleTime: Number.POSITIVE_INFINITY });
}

/** Makes a session the current one; a look that started before it must not overwrite it. */
export async function adoptSession(client: QueryClient, session: Session | null): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_QUERY_KEY });
  client.setQueryData(SESSION_QUERY_KEY, session);
}

/** Empties what is cached for the person when the server says their session is over. */
export function useSessionExpiry(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onSessionExpired(() => {
        if (!client.getQueryData(SESSION_QUERY_KEY)) return;
        sessionStorage.setItem("bole.expired", "1");
        client.setQueryData(SESSION_QUERY_KEY, null);
      }),
    [client],
  );
}

/** Whether the person is at the sign-in page because their session ended; true once. */
export function takeExpiredNotice(): boolean {
  const expired = sessionStorage.getItem("bole.expired") === "1";
  sessionStorage.removeItem("bole.expired");
  return expired;
}

/** Which membership is current: the remembered one, else the first. */
export function currentMembership(memberships: readonly Membership[]): Membership | undefined {
  const remembered = localStorage.getItem(ORGANIZATION_KEY);
  return memberships.find((membership) => membership.organization.id === remembered) ?? memberships[0];
}

/** Remembers the organization to work in; the caller reloads so that nothing of the former one stays on screen. */
export function rememberOrganization(organizationId: string): void {
  localStorage.setItem(ORGANIZATION_KEY, organizationId);
}

/** Forgets it, at sign-out. */
export function forgetOrganization(): void {
  localStorage.removeItem(ORGANIZATION_KEY);
}

interface Workplace {
  session: Session;
  membership: Membership;
  memberships: readonly Membership[];
}

const WorkplaceContext = createContext<Workplace | null>(null);

export function WorkplaceProvider(props: { value: Workplace; children: ReactNode }) {
  return <WorkplaceContext value={props.value}>{props.children}</WorkplaceContext>;
}

/** The signed-in person and the current organization. Only inside the shell, which does not render without them. */
export function useWorkplace(): Workplace {
  const workplace = use(WorkplaceContext);
  if (!workplace) throw new Error("useWorkplace outside the shell");
  return workplace;
}

/** The current organization's id, the `O` of most paths. */
export function useOrganizationId(): string {
  return useWorkplace().membership.organization.id;
}
