// The candidates that an address names: a few by their ids, many by a key to the list in this browser, because servers
// refuse long addresses.
import { readPrivate, writePrivate } from "@/lib/storage/privateStorage";

/** 37 characters each. */
const MAX_IN_ADDRESS = 50;
/** Older lists are dropped. */
const MAX_KEPT = 20;
const PREFIX = "list-";

interface KeptList {
  key: string;
  ids: readonly string[];
}

const storageKey = (userId: string) => `selections ${userId}`;

function readLists(userId: string): KeptList[] {
  const kept = readPrivate(storageKey(userId));
  return Array.isArray(kept) ? (kept as KeptList[]) : [];
}

/** The value of the parameter that names the candidates. */
export function idsParam(userId: string, ids: readonly string[]): string {
  const all = ids.join(",");
  if (ids.length <= MAX_IN_ADDRESS) return all;
  const lists = readLists(userId);
  const known = lists.find((list) => list.ids.join(",") === all);
  if (known) return known.key;
  const key = `${PREFIX}${crypto.randomUUID()}`;
  return writePrivate(storageKey(userId), [{ key, ids }, ...lists].slice(0, MAX_KEPT)) ? key : all;
}

/** The candidates that the parameter names; none for a list that this browser does not have. */
export function idsIn(userId: string, param: string | null): readonly string[] {
  if (!param?.startsWith(PREFIX)) return (param ?? "").split(",").filter(Boolean);
  return readLists(userId).find(({ key }) => key === param)?.ids ?? [];
}
