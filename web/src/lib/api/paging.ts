// Loads all pages of a list.

const PAGE_SIZE = 200;
/** How often a list without cursors is read that changes meanwhile. */
const MAX_READS = 3;

interface Page<T> {
  items: T[];
  total: number;
  total_is_estimate?: boolean;
  /** Where the next page begins, of lists that have cursors; none on the last page. */
  next_cursor?: string | null;
}

/** Which page to load, to be spread into the request's query. */
export type PageAt = { limit: number; offset: number } | { limit: number; cursor: string };

type LoadPage<T> = (at: PageAt) => Promise<Page<T> | undefined>;

/**
 * All items of a list, each once. A list with cursors goes on where the page before ended, whatever comes or goes.
 * Other pages are counted from the start of the list, so each repeats the last row of the one before: if it is another
 * one, rows have come or gone meanwhile, and the list is read again.
 */
export async function fetchAllPages<T extends { id: string }>(page: LoadPage<T>): Promise<T[]> {
  let items: T[] = [];
  for (let read = 1; read <= MAX_READS; read += 1) {
    const { found, isWhole } = await readPages(page);
    items = found;
    if (isWhole) break;
  }
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

async function readPages<T extends { id: string }>(page: LoadPage<T>): Promise<{ found: T[]; isWhole: boolean }> {
  const found: T[] = [];
  let isWhole = true;
  for (;;) {
    const last = found.at(-1);
    const answer = await page({ limit: PAGE_SIZE, offset: last ? found.length - 1 : 0 });
    if (!answer) return { found, isWhole };
    const { items, total, total_is_estimate, next_cursor } = answer;
    if (!last && next_cursor) return { found: [...items, ...(await readAfter(page, next_cursor))], isWhole };
    const repeats = last !== undefined && items[0]?.id === last.id;
    if (last && !repeats) isWhole = false;
    const more = repeats ? items.slice(1) : items;
    if (more.length === 0) return { found, isWhole };
    found.push(...more);
    // An estimated total may be too low, so only a page that is not full is the last.
    const canHaveMore = total_is_estimate === true && items.length === PAGE_SIZE;
    if (found.length >= total && !canHaveMore) return { found, isWhole };
  }
}

async function readAfter<T>(page: LoadPage<T>, cursor: string): Promise<T[]> {
  const found: T[] = [];
  for (let next: string | null | undefined = cursor; next; ) {
    const answer: Page<T> | undefined = await page({ limit: PAGE_SIZE, cursor: next });
    found.push(...(answer?.items ?? []));
    next = answer?.next_cursor;
  }
  return found;
}
