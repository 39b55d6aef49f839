// The state in which pages were left (job, filters, list page), for a day. Cleared at sign-out.
import { readPrivate, writePrivate } from "./privateStorage";

export const PAGE_STATE_MAX_AGE_MS = 24 * 60 * 60_000;

const KEY = "page-state";

interface Kept {
  /** The user and organization it belongs to. */
  owner: string;
  pages: Record<string, { search: string; at: number }>;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Ignores the states of other users and organizations. */
function read(owner: string): Kept {
  const kept = readPrivate(KEY);
  if (!isRecord(kept) || kept["owner"] !== owner || !isRecord(kept["pages"])) {
    return { owner, pages: {} };
  }
  return { owner, pages: kept["pages"] as Kept["pages"] };
}

/** Stores a page's search parameters. */
export function storePageState(owner: string, page: string, search: URLSearchParams, now = Date.now()): void {
  const { pages } = read(owner);
  writePrivate(KEY, { owner, pages: { ...pages, [page]: { search: search.toString(), at: now } } });
}

/** The stored search parameters of a page; none after a day. */
export function readPageState(owner: string, page: string, now = Date.now()): URLSearchParams {
  const kept: unknown = read(owner).pages[page];
  const isFresh =
    isRecord(kept) &&
    typeof kept["search"] === "string" &&
    typeof kept["at"] === "number" &&
    now - kept["at"] < PAGE_STATE_MAX_AGE_MS;
  return new URLSearchParams(isFresh ? (kept["search"] as string) : "");
}
