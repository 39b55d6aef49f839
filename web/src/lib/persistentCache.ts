// Lists that are persisted per user, so that pages open with the last data and refetch.
import type { Query, QueryClient, QueryFunctionContext } from "@tanstack/react-query";

export const MEMORY_MAX_AGE_MS = 30 * 60_000;

/** Only these paths are persisted; never a resume. */
const PERSISTED_PATHS: readonly string[] = [
  "/api/organizations/{organization_id}/jobs",
  "/api/organizations/{organization_id}/applications",
  "/api/organizations/{organization_id}/jobs/{job_id}/lanes",
  "/api/organizations/{organization_id}/jobs/{job_id}/board",
  "/api/organizations/{organization_id}/talent-pool",
  "/api/organizations/{organization_id}/dashboard",
];

export function isPersisted({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey[0] === "get" && typeof queryKey[1] === "string" && PERSISTED_PATHS.includes(queryKey[1]);
}

type Fetch = (context: QueryFunctionContext) => unknown;

/** The users whose lists are used: reads for the expected user, writes for the confirmed one. */
export interface ListOwner {
  reader: () => string | undefined;
  writer: () => Promise<string | undefined>;
}

/** The `persister` of queries. The store is loaded with the first list. */
export function listPersister(owner: ListOwner) {
  return async (fetch: Fetch, context: QueryFunctionContext, query: Query): Promise<unknown> => {
    if (!isPersisted(query) || typeof indexedDB === "undefined") return fetch(context);
    const { persister } = await import("./listStore");
    return persister(owner)(fetch, context, query);
  };
}

/** How long a page waits for the store, which may be busy or blocked. */
const WAIT_MS = 300;

async function within(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

/**
 * Restores the lists this page last showed to the user, before its first render. If the store is slow, lists are
 * restored when they are used. Then deletes
 * expired ones.
 */
export async function restoreLists(client: QueryClient, userId: string | undefined): Promise<void> {
  if (userId === undefined || typeof indexedDB === "undefined") return;
  const store = import("./listStore");
  await within(store.then(({ restorePage }) => restorePage(client, userId)));
  void store.then(({ deleteExpired }) => deleteExpired()).catch(() => {});
}

/** Called at sign-out, expiry and when the organization is left; a page that is left afterwards waits for it. */
export async function clearPersistedLists(): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  await within(import("./listStore").then(({ clearLists }) => clearLists()));
}
