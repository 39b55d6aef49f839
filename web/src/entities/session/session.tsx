// Who is signed in and which organization is current.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Membership, Session } from "@/lib/api/types";
import type { AuthChange, AuthEvent } from "@/lib/auth/authEvents";
import { onAuthEvent, sessionManager } from "@/lib/auth/sessionManager";
import { clearPersistedLists } from "@/lib/persistentCache";
import { clearPrivate } from "@/lib/storage/privateStorage";
import { createAppStore } from "@/lib/store";
import { clearKnownSession, readKnownSession } from "./knownSession";

const ORGANIZATION_KEY = "bole.organization";
const EXPIRED_KEY = "bole.expired";
export const SESSION_QUERY_KEY = ["session"] as const;

async function loadSession({ signal }: { signal: AbortSignal }): Promise<Session | null> {
  const session = await fetchSession(signal);
  signal.throwIfAborted();
  sessionManager.setInitial(session);
  return session;
}

/** The user as the server knows them now, also after a change on another device; the cached session stays. */
export async function loadUser(): Promise<Session["user"] | undefined> {
  return (await fetchSession())?.user;
}

async function fetchSession(signal: AbortSignal | null = null): Promise<Session | null> {
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

/** The session, `null` when signed out. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** Id of the user whose cached data may be shown: the confirmed one, else the last known one. */
export function expectedUserId(client: QueryClient): string | undefined {
  const session = client.getQueryData<Session | null>(SESSION_QUERY_KEY);
  return (session === undefined ? readKnownSession()?.session : session)?.user.id;
}

/** Id of the signed-in user once the server has confirmed it. */
export async function confirmedUserId(client: QueryClient): Promise<string | undefined> {
  return (await client.ensureQueryData(sessionQuery).catch(() => null))?.user.id;
}

/** Publishes a session change of this tab; cancels pending session queries, which could overwrite it. */
export async function publishAuthChange(client: QueryClient, change: AuthChange): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_QUERY_KEY });
  sessionManager.change(change);
  client.setQueryData(SESSION_QUERY_KEY, sessionAfter(change));
}

/** Sets the current session, or none. */
export function setSession(client: QueryClient, session: Session | null): Promise<void> {
  return publishAuthChange(client, session ? { type: "signed_in", session } : { type: "signed_out", expired: false });
}

function sessionAfter(event: AuthEvent): Session | null {
  return event.type === "signed_out" ? null : event.session;
}

/** Keeps the session and its cache in sync with the other tabs. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const unsubscribe = onAuthEvent(async (event) => {
      if (event.type === "initial") {
        const known = readKnownSession();
        if (known && known.session.user.id !== event.session?.user.id) clearPersonalData(client);
        return;
      }
      if (event.type === "signed_out") {
        clearKnownSession();
        signedOut.set(!event.expired);
        if (event.expired) {
          sessionStorage.setItem(EXPIRED_KEY, "1");
          void clearPersistedLists();
        } else {
          sessionStorage.removeItem(EXPIRED_KEY);
          clearCurrentOrganization();
          clearPrivate();
        }
      } else {
        signedOut.set(false);
        sessionStorage.removeItem(EXPIRED_KEY);
      }
      if (event.type === "signed_in") clearPersonalData(client);
      await client.cancelQueries({ queryKey: SESSION_QUERY_KEY });
      client.setQueryData(SESSION_QUERY_KEY, sessionAfter(event));
      if (event.type === "resumed") void client.invalidateQueries({ predicate: isPersonal });
      // After an expiry the page stays, hidden, until its user or another one signs in.
      if (event.type === "signed_out" && !event.expired) client.removeQueries({ predicate: isPersonal });
    });
    const stop = sessionManager.start();
    return () => {
      unsubscribe();
      stop();
    };
  }, [client]);
}

/** Clears everything of the previous user. */
function clearPersonalData(client: QueryClient): void {
  clearKnownSession();
  void clearPersistedLists();
  client.removeQueries({ predicate: isPersonal, type: "inactive" });
  void client.resetQueries({ predicate: isPersonal });
}

/** Whether a cached query holds user data. */
function isPersonal(cached: { queryKey: readonly unknown[] }): boolean {
  return cached.queryKey[0] !== SESSION_QUERY_KEY[0] && cached.queryKey[0] !== "locale";
}

/** Whether this tab's last session expired; until the next sign-in. */
export function hasSessionExpired(): boolean {
  return sessionStorage.getItem(EXPIRED_KEY) === "1";
}

const signedOut = createAppStore(() => false);

/** Whether the user signed out since the page loaded: then no page waits for their return. */
export const hasSignedOut = signedOut.get;

/** The current membership: the one of this tab, else of the tab that opened an organization last, else the first. */
export function currentMembership(memberships: readonly Membership[]): Membership | undefined {
  const inOrganization = (id: string | null) => memberships.find(({ organization }) => organization.id === id);
  return (
    inOrganization(sessionStorage.getItem(ORGANIZATION_KEY)) ??
    inOrganization(localStorage.getItem(ORGANIZATION_KEY)) ??
    memberships[0]
  );
}

/** The membership in the organization that an email's link names. */
export function namedMembership(memberships: readonly Membership[], search: string): Membership | undefined {
  const named = new URLSearchParams(search).get("org");
  return memberships.find((membership) => membership.organization.id === named);
}

/** The current organization of this tab, else of this browser, if one was opened. */
export function storedOrganization(): string | null {
  return sessionStorage.getItem(ORGANIZATION_KEY) ?? localStorage.getItem(ORGANIZATION_KEY);
}

/** Another organization is opened by `leaveCurrentOrganization`. */
export function storeCurrentOrganization(organizationId: string): void {
  // A tab keeps its organization over a reload, whichever one another tab has switched to.
  sessionStorage.setItem(ORGANIZATION_KEY, organizationId);
  localStorage.setItem(ORGANIZATION_KEY, organizationId);
}

/** At sign-out, and when the organization is left or deleted. */
export function clearCurrentOrganization(): void {
  clearKnownSession();
  sessionStorage.removeItem(ORGANIZATION_KEY);
  localStorage.removeItem(ORGANIZATION_KEY);
}

interface CurrentOrganization {
  session: Session;
  membership: Membership;
  memberships: readonly Membership[];
}

// Three contexts, so that memoized rows only re-render when the values they read change.
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

/** Session and current organization. Only inside the shell. */
export function useCurrentOrganization(): CurrentOrganization {
  return required(use(CurrentOrganizationContext));
}

/** The membership in the current organization: role, permissions, pages. */
export function useCurrentMembership(): Membership {
  return required(use(MembershipContext));
}

/** Whether there is a current organization. */
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
