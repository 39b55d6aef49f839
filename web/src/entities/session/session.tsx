// Who is signed in and which organization is current.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Membership, Session } from "@/lib/api/types";
import type { AuthChange, AuthEvent } from "@/lib/auth/authEvents";
import { onAuthEvent, sessionManager } from "@/lib/auth/sessionManager";
import { clearKeptLists } from "@/lib/persistentCache";
import { forgetPrivate } from "@/lib/storage/privateStorage";
import { forgetKnownSession, readKnownSession } from "./knownSession";

const ORGANIZATION_KEY = "bole.organization";
const EXPIRED_KEY = "bole.expired";
export const SESSION_QUERY_KEY = ["session"] as const;

async function loadSession({ signal }: { signal: AbortSignal }): Promise<Session | null> {
  const session = await lookUp(signal);
  signal.throwIfAborted();
  sessionManager.setInitial(session);
  return session;
}

async function lookUp(signal: AbortSignal): Promise<Session | null> {
  try {
    const { data } = await api.GET("/api/auth/session", { signal });
    return data ?? null;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

const sessionQuery = {
  queryKey: SESSION_QUERY_KEY,
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** The session, `null` when nobody is signed in. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** Whose data may be read before the server has said who is signed in, and afterwards. */
export function expectedUserId(client: QueryClient): string | undefined {
  const session = client.getQueryData<Session | null>(SESSION_QUERY_KEY);
  return (session === undefined ? readKnownSession()?.session : session)?.user.id;
}

/** Who is signed in, once the server has said it. */
export async function confirmedUserId(client: QueryClient): Promise<string | undefined> {
  return (await client.ensureQueryData(sessionQuery).catch(() => null))?.user.id;
}

/** Makes a change of the session that began here known: a look that started before it must not overwrite it. */
export async function publishAuthChange(client: QueryClient, change: AuthChange): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_QUERY_KEY });
  sessionManager.change(change);
  client.setQueryData(SESSION_QUERY_KEY, sessionAfter(change));
}

/** Makes a session the current one, or none. */
export function setSession(client: QueryClient, session: Session | null): Promise<void> {
  return publishAuthChange(client, session ? { type: "signed_in", session } : { type: "signed_out", expired: false });
}

function sessionAfter(event: AuthEvent): Session | null {
  return event.type === "signed_out" ? null : event.session;
}

/** Keeps the session alive, and what is cached true to it, in this tab and with the others. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const unsubscribe = onAuthEvent(async (event) => {
      if (event.type === "initial") {
        const known = readKnownSession();
        if (known && known.session.user.id !== event.session?.user.id) forgetPerson(client);
        return;
      }
      if (event.type === "signed_out") {
        forgetKnownSession();
        signedOut = !event.expired;
        if (event.expired) sessionStorage.setItem(EXPIRED_KEY, "1");
        else {
          forgetOrganization();
          forgetPrivate();
        }
      } else {
        signedOut = false;
        sessionStorage.removeItem(EXPIRED_KEY);
      }
      if (event.type === "signed_in") forgetPerson(client);
      await client.cancelQueries({ queryKey: SESSION_QUERY_KEY });
      client.setQueryData(SESSION_QUERY_KEY, sessionAfter(event));
      if (event.type === "signed_out") client.removeQueries({ predicate: isPersonal });
    });
    const stop = sessionManager.start();
    return () => {
      unsubscribe();
      stop();
    };
  }, [client]);
}

/** Somebody else is at the screen than the one whose answers there are. */
function forgetPerson(client: QueryClient): void {
  forgetKnownSession();
  void clearKeptLists();
  client.removeQueries({ predicate: isPersonal, type: "inactive" });
  void client.resetQueries({ predicate: isPersonal });
}

/** Whether an answer belongs to the person. */
function isPersonal(cached: { queryKey: readonly unknown[] }): boolean {
  return cached.queryKey[0] !== SESSION_QUERY_KEY[0] && cached.queryKey[0] !== "locale";
}

/** Whether this tab's last session ended by itself; until the next one begins, however often a page renders. */
export function hasSessionExpired(): boolean {
  return sessionStorage.getItem(EXPIRED_KEY) === "1";
}

let signedOut = false;

/** Whether the person has signed out since the page was loaded: then no page waits for them to come back. */
export function hasSignedOut(): boolean {
  return signedOut;
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

/** Forgets it and what was known of it, at sign-out and where it is left or deleted. */
export function forgetOrganization(): void {
  forgetKnownSession();
  localStorage.removeItem(ORGANIZATION_KEY);
}

interface CurrentOrganization {
  session: Session;
  membership: Membership;
  memberships: readonly Membership[];
}

// Three contexts, so that a list of memoised rows renders again only when what it reads has changed.
const CurrentOrganizationContext = createContext<CurrentOrganization | null>(null);
const OrganizationIdContext = createContext<string | null>(null);
const MembershipContext = createContext<Membership | null>(null);

export function CurrentOrganizationProvider(props: CurrentOrganization & { children: ReactNode }) {
  const { session, membership, memberships } = props;
  const value = useMemo(() => ({ session, membership, memberships }), [session, membership, memberships]);
  return (
    <OrganizationIdContext value={membership.organization.id}>
      <MembershipContext value={membership}>
        <CurrentOrganizationContext value={value}>{props.children}</CurrentOrganizationContext>
      </MembershipContext>
    </OrganizationIdContext>
  );
}

/** The signed-in person and the current organization. Only inside the shell, which does not render without them. */
export function useCurrentOrganization(): CurrentOrganization {
  return required(use(CurrentOrganizationContext));
}

/** My membership in the current organization: role, permissions, pages. */
export function useCurrentMembership(): Membership {
  return required(use(MembershipContext));
}

/** Whether there is an organization to work in; without one there is nothing but the start page. */
export function useHasCurrentOrganization(): boolean {
  return use(OrganizationIdContext) !== null;
}

/** The current organization's id, the `O` of most paths. */
export function useOrganizationId(): string {
  return required(use(OrganizationIdContext));
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error("no current organization: only inside the shell");
  return value;
}
