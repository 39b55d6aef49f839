// Search in the guide: an entry must contain every word, in any order and case.

export function filterEntries<T extends { words: string }>(entries: readonly T[], search: string): T[] {
  const wanted = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  return entries.filter(({ words }) => {
    const text = words.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
