// How a page was left: the job, the filters and the page of its list, for a day. It goes at sign-out with what else is private.
import { readPrivate, writePrivate } from "./privateStorage";

export const PAGE_STATE_KEPT_MS = 24 * 60 * 60_000;

const KEY = "page-state";

interface Kept {
  /** Whose pages they are, in which organization. */
  owner: string;
  pages: Record<string, { search: string; at: number }>;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Somebody else's pages, and another organization's, are none of ours. */
function read(owner: string): Kept {
  const kept = readPrivate(KEY);
  if (!isRecord(kept) || kept["owner"] !== owner || !isRecord(kept["pages"])) {
    return { owner, pages: {} };
  }
  return { owner, pages: kept["pages"] as Kept["pages"] };
}

/** Keeps the address's parameters of a page. */
export function keepPageState(owner: string, page: string, search: URLSearchParams, now = Date.now()): void {
  const { pages } = read(owner);
  writePrivate(KEY, { owner, pages: { ...pages, [page]: { search: search.toString(), at: now } } });
}

/** The parameters a page was left with; none after a day. */
export function keptPageState(owner: string, page: string, now = Date.now()): URLSearchParams {
  const kept: unknown = read(owner).pages[page];
  const isFresh =
    isRecord(kept) &&
    typeof kept["search"] === "string" &&
    typeof kept["at"] === "number" &&
    now - kept["at"] < PAGE_STATE_KEPT_MS;
  return new URLSearchParams(isFresh ? (kept["search"] as string) : "");
}
