// IndexedDB store of persisted lists, for two hours.
import { experimental_createQueryPersister } from "@tanstack/query-persist-client-core";
import { clear, createStore, del, get, set, type UseStore } from "idb-keyval";
import type { ListOwner } from "./persistentCache";

const MAX_AGE_MS = 2 * 60 * 60_000;

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore("bole", "lists");
  return opened;
}

/** Nothing is stored without a user. */
export function persister({ reader, writer }: ListOwner) {
  return experimental_createQueryPersister<unknown>({
    storage: {
      getItem: async (key) => {
        const id = reader();
        return id === undefined ? undefined : get<unknown>(`${id} ${key}`, store());
      },
      setItem: async (key, value) => {
        const id = await writer();
        if (id !== undefined) await set(`${id} ${key}`, value, store());
      },
      removeItem: async (key) => {
        const id = reader();
        if (id !== undefined) await del(`${id} ${key}`, store());
      },
    },
    serialize: (query) => query,
    deserialize: (query) => query as never,
    maxAge: MAX_AGE_MS,
    // A new build may use another format.
    buster: document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "",
    prefix: "",
    refetchOnRestore: "always",
  }).persisterFn;
}

export async function clearLists(): Promise<void> {
  await clear(store());
}
