// IndexedDB store of persisted lists, for two hours.
import { experimental_createQueryPersister, type PersistedQuery } from "@tanstack/query-persist-client-core";
import type { QueryClient } from "@tanstack/react-query";
import { clear, createStore, del, get, getMany, promisifyRequest, type UseStore } from "idb-keyval";
import type { ListOwner } from "./persistentCache";
import { createAppStore } from "./store";

const MAX_AGE_MS = 2 * 60 * 60_000;

/** How many lists of a page are restored: a board has nine. */
const PAGE_LISTS = 12;

// A new build may use another format.
const buster = () => document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";

/** Where the keys of a page's lists are kept. */
const pageKey = (userId: string, path: string) => `${userId} page ${path}`;

const opened = createAppStore<UseStore | undefined>(() => undefined);

function store(): UseStore {
  const known = opened.get();
  if (known) return known;
  const lists = createStore("bole", "lists");
  opened.set(lists);
  return lists;
}

/** Nothing is stored without a user. */
export function persister({ reader, writer }: ListOwner) {
  const lists = store();
  const { persisterFn } = experimental_createQueryPersister<unknown>({
    storage: {
      getItem: async (key) => {
        const id = reader();
        return id === undefined ? undefined : get<unknown>(`${id} ${key}`, lists);
      },
      setItem: async (key, value) => {
        const path = location.pathname;
        const id = await writer();
        if (id === undefined) return;
        await lists("readwrite", (kept) => {
          kept.put(value, `${id} ${key}`);
          const page = kept.get(pageKey(id, path));
          page.onsuccess = () => {
            const others = ((page.result ?? []) as readonly string[]).filter((one) => one !== key);
            kept.put([...others, key].slice(-PAGE_LISTS), pageKey(id, path));
          };
          return promisifyRequest(kept.transaction);
        });
      },
      removeItem: async (key) => {
        const id = reader();
        if (id !== undefined) await del(`${id} ${key}`, lists);
      },
    },
    serialize: (query) => query,
    deserialize: (query) => query as never,
    maxAge: MAX_AGE_MS,
    buster: buster(),
    prefix: "",
    // The library's own refetch leaves a refusal uncaught.
    refetchOnRestore: false,
  });
  const restored: typeof persisterFn = async (queryFn, context, query) => {
    let isRestored = true;
    const data = await persisterFn(
      (asked) => {
        isRestored = false;
        return queryFn(asked);
      },
      context,
      query,
    );
    // The query shows its error itself.
    if (isRestored) setTimeout(() => query.fetch().catch(() => {}));
    return data;
  };
  return restored;
}

/** Restores the lists this page last showed; each is refetched when it is used. */
export async function restorePage(client: QueryClient, userId: string): Promise<void> {
  const keys = (await get<readonly string[]>(pageKey(userId, location.pathname), store())) ?? [];
  const kept = await getMany<PersistedQuery>(
    keys.map((key) => `${userId} ${key}`),
    store(),
  );
  for (const query of kept) {
    if (!query || isExpired(query)) continue;
    const { queryKey, state } = query;
    // What has come from the server in the meantime is newer.
    if (client.getQueryData(queryKey) !== undefined) continue;
    client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt });
    void client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  }
}

function isExpired({ buster: build, state }: PersistedQuery): boolean {
  return build !== buster() || Date.now() - state.dataUpdatedAt > MAX_AGE_MS;
}

/** Deletes the lists that would not be shown any more, of all users, and what was kept about their pages. */
export async function deleteExpired(): Promise<void> {
  await store()("readwrite", (lists) => {
    const left = new Set<string>();
    const cursor = lists.openCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      const key = String(at.key);
      const value = at.value as PersistedQuery | readonly string[];
      // A user's lists come before their pages: their keys sort first.
      const userId = key.slice(0, key.indexOf(" "));
      const isStale = isPage(value) ? !value.some((one) => left.has(`${userId} ${one}`)) : isExpired(value);
      if (isStale) at.delete();
      else left.add(key);
      at.continue();
    };
    return promisifyRequest(lists.transaction);
  });
}

function isPage(value: PersistedQuery | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

export async function clearLists(): Promise<void> {
  await clear(store());
}
