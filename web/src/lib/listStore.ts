// The lists themselves, for two hours, in the browser's database.
import { experimental_createQueryPersister } from "@tanstack/query-persist-client-core";
import { clear, createStore, del, get, set, type UseStore } from "idb-keyval";

const KEPT_MS = 2 * 60 * 60_000;

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore("bole", "lists");
  return opened;
}

/** Without a user nothing is kept. */
export function persister(user: () => string | undefined) {
  const withUser = <T>(act: (prefix: string) => Promise<T>): Promise<T | undefined> => {
    const id = user();
    return id === undefined ? Promise.resolve(undefined) : act(`${id} `);
  };
  return experimental_createQueryPersister<unknown>({
    storage: {
      getItem: (key) => withUser((prefix) => get<unknown>(prefix + key, store())),
      setItem: (key, value) => withUser((prefix) => set(prefix + key, value, store())),
      removeItem: async (key) => void (await withUser((prefix) => del(prefix + key, store()))),
    },
    serialize: (query) => query,
    deserialize: (query) => query as never,
    maxAge: KEPT_MS,
    // A new build may read lists another way.
    buster: document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "",
    prefix: "",
    refetchOnRestore: "always",
  }).persisterFn;
}

export async function clearLists(): Promise<void> {
  await clear(store());
}
