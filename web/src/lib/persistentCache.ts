// Which lists are kept in the browser, by user, so that a page begins with what it showed last and is checked at once.
import type { Query, QueryFunctionContext } from "@tanstack/react-query";

export const KEPT_IN_MEMORY_MS = 30 * 60_000;

/** No other answer is kept here, and no resume. */
const KEPT_PATHS: readonly string[] = [
  "/api/organizations/{organization_id}/jobs",
  "/api/organizations/{organization_id}/applications",
  "/api/organizations/{organization_id}/jobs/{job_id}/lanes",
  "/api/organizations/{organization_id}/jobs/{job_id}/board",
  "/api/organizations/{organization_id}/talent-pool",
  "/api/organizations/{organization_id}/dashboard",
];

export function isKept({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey[0] === "get" && typeof queryKey[1] === "string" && KEPT_PATHS.includes(queryKey[1]);
}

type Fetch = (context: QueryFunctionContext) => unknown;

/** Whose lists are read and written: read as soon as somebody is expected, written once it is certain who it is. */
export interface ListOwner {
  reader: () => string | undefined;
  writer: () => Promise<string | undefined>;
}

/** The `persister` of queries. The store is loaded with the first list. */
export function listPersister(owner: ListOwner) {
  return async (fetch: Fetch, context: QueryFunctionContext, query: Query): Promise<unknown> => {
    if (!isKept(query) || typeof indexedDB === "undefined") return fetch(context);
    const { persister } = await import("./listStore");
    return persister(owner)(fetch, context, query);
  };
}

/** Fetches the store while the page's code is on its way, where a list is about to be read. */
export function warmKeptLists(): void {
  if (typeof indexedDB !== "undefined") void import("./listStore").catch(() => {});
}

/** At sign-out, expiry and whenever another organization is entered. */
export async function clearKeptLists(): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const { clearLists } = await import("./listStore");
  await clearLists();
}
