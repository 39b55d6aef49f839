// Loads all pages of a list.

const PAGE_SIZE = 200;

/** All items of a list. */
export async function fetchAllPages<T>(
  page: (
    limit: number,
    offset: number,
  ) => Promise<{ items: T[]; total: number; total_is_estimate?: boolean } | undefined>,
): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const answer = await page(PAGE_SIZE, items.length);
    items.push(...(answer?.items ?? []));
    if (!answer || answer.items.length === 0) return items;
    // An estimated total may be too low, so only a page that is not full is the last.
    const canHaveMore = answer.total_is_estimate === true && answer.items.length === PAGE_SIZE;
    if (items.length >= answer.total && !canHaveMore) return items;
  }
}
