// Loads all pages of a list.

const PAGE_SIZE = 200;
/** How often a list is read that changes meanwhile. */
const MAX_READS = 3;

interface Page<T> {
  items: T[];
  total: number;
  total_is_estimate?: boolean;
}

/**
 * All items of a list, each once. Pages are counted from the start of the list, so each repeats the last row of the one
 * before: if it is another one, rows have come or gone meanwhile, and the list is read again.
 */
export async function fetchAllPages<T extends { id: string }>(
  page: (limit: number, offset: number) => Promise<Page<T> | undefined>,
): Promise<T[]> {
  let items: T[] = [];
  for (let read = 1; read <= MAX_READS; read += 1) {
    const { found, isWhole } = await readPages(page);
    items = found;
    if (isWhole) break;
  }
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

async function readPages<T extends { id: string }>(
  page: (limit: number, offset: number) => Promise<Page<T> | undefined>,
): Promise<{ found: T[]; isWhole: boolean }> {
  const found: T[] = [];
  let isWhole = true;
  for (;;) {
    const last = found.at(-1);
    const answer = await page(PAGE_SIZE, last ? found.length - 1 : 0);
    if (!answer) return { found, isWhole };
    const { items, total, total_is_estimate } = answer;
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
