// Lists kept in the browser for two hours, by user, so that a page begins with what it showed last and is checked at once.
import { experimental_createQueryPersister } from "@tanstack/query-persist-client-core";
import type { Query } from "@tanstack/react-query";
import { clear, createStore, del, get, set, type UseStore } from "idb-keyval";

export const KEPT_IN_MEMORY_MS = 30 * 60_000;
export const KEPT_ON_DISK_MS = 2 * 60 * 60_000;

/** Nothing else is kept: no resume, no session, no permission. */
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

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore("bole", "lists");
  return opened;
}

/** The `persister` of queries; `user` names whose data it is. Without a user or a database nothing is kept. */
export function createListPersister(user: () => string | undefined) {
  const withUser = <T>(act: (prefix: string) => Promise<T>): Promise<T | undefined> => {
    const id = user();
    return id === undefined || typeof indexedDB === "undefined" ? Promise.resolve(undefined) : act(`${id} `);
  };
  const { persisterFn } = experimental_createQueryPersister<unknown>({
    storage: {
      getItem: (key) => withUser((prefix) => get<unknown>(prefix + key, store())),
      setItem: (key, value) => withUser((prefix) => set(prefix + key, value, store())),
      removeItem: async (key) => void (await withUser((prefix) => del(prefix + key, store()))),
    },
    serialize: (query) => query,
    deserialize: (query) => query as never,
    maxAge: KEPT_ON_DISK_MS,
    buster: document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "",
    prefix: "",
    refetchOnRestore: "always",
    filters: { predicate: isKept },
  });
  return persisterFn;
}

/** At sign-out, expiry and whenever another organization is entered. */
export async function clearKeptLists(): Promise<void> {
  if (typeof indexedDB !== "undefined") await clear(store());
}
