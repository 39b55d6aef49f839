// How many candidates the list shows at a time: all in one list, or so many a page. Kept in this browser for a day.

export const PAGE_SIZES = [10, 20, 50] as const;
/** Null for all in one list. */
export type PageSize = (typeof PAGE_SIZES)[number] | null;

const STORAGE_KEY = "bole.review.page_size";
const KEPT_MS = 24 * 60 * 60_000;

export function readPageSize(now: number): PageSize {
  const [size, at] = (localStorage.getItem(STORAGE_KEY) ?? "").split(" ").map(Number);
  return now - (at ?? Number.NaN) < KEPT_MS ? (PAGE_SIZES.find((known) => known === size) ?? null) : null;
}

export function keepPageSize(size: PageSize, now: number): void {
  if (size === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, `${size} ${now}`);
}

/** The page, from 1, that holds what stands at the place. */
export function pageAt(index: number, size: PageSize): number {
  return size === null ? 1 : Math.floor(Math.max(index, 0) / size) + 1;
}

/** Where a page begins and ends among all, and how many pages there are; a page beyond the last is the last. */
export function pageRange(page: number, size: PageSize, total: number) {
  if (size === null) return { page: 1, pages: 1, from: 0, until: Number.POSITIVE_INFINITY };
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(Math.max(page, 1), pages);
  return { page: shown, pages, from: (shown - 1) * size, until: shown * size };
}
