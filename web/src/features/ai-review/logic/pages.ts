// The page size of the candidate list, or all in one list; stored in this browser for a day.

export const PAGE_SIZES = [10, 20, 50] as const;
/** Null: all in one list. */
export type PageSize = (typeof PAGE_SIZES)[number] | null;

const STORAGE_KEY = "bole.review.page_size";
const MAX_AGE_MS = 24 * 60 * 60_000;

export function readPageSize(now: number): PageSize {
  const [size, at] = (localStorage.getItem(STORAGE_KEY) ?? "").split(" ").map(Number);
  return now - (at ?? Number.NaN) < MAX_AGE_MS ? (PAGE_SIZES.find((known) => known === size) ?? null) : null;
}

export function storePageSize(size: PageSize, now: number): void {
  if (size === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, `${size} ${now}`);
}

/** The page, from 1, with the item at the index. */
export function pageAt(index: number, size: PageSize): number {
  return size === null ? 1 : Math.floor(Math.max(index, 0) / size) + 1;
}

/** Start and end of a page, and the number of pages; a page beyond the last is the last. */
export function pageRange(page: number, size: PageSize, total: number) {
  if (size === null) return { page: 1, pages: 1, from: 0, until: Number.POSITIVE_INFINITY };
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(Math.max(page, 1), pages);
  return { page: shown, pages, from: (shown - 1) * size, until: shown * size };
}
