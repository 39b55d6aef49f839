// Leaves a page that has become empty, for example when its last entry was restored or repaired.
import { useEffect, useEffectEvent } from "react";

interface Options {
  query: { data: { items: readonly unknown[]; total: number } | undefined; isPlaceholderData: boolean };
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}

/** Goes to the last page if the shown one is behind it; returns whether that page is still loading. */
export function useLastPage({ query: { data, isPlaceholderData }, page, pageSize, onPage }: Options): boolean {
  const isEmpty = data !== undefined && data.items.length === 0 && data.total > 0;
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const isBehind = isEmpty && !isPlaceholderData && page > last;
  const leave = useEffectEvent(() => onPage(last));
  useEffect(() => {
    if (isBehind) leave();
  }, [isBehind]);
  return isBehind || (isEmpty && isPlaceholderData);
}
