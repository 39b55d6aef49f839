// Reading a paged list to its end.

const PAGE_SIZE = 200;

/** All items of a list, page after page. */
export async function fetchAllPages<T>(
  page: (limit: number, offset: number) => Promise<{ items: T[]; total: number } | undefined>,
): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const answer = await page(PAGE_SIZE, items.length);
    items.push(...(answer?.items ?? []));
    if (!answer || answer.items.length === 0 || items.length >= answer.total) return items;
  }
}
