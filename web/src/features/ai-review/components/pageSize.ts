// How many candidates a page of the list holds: the person's choice, kept on this machine.
import { useState } from "react";

export const PAGE_SIZES = [10, 20, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
const STORAGE_KEY = "bole.review.page_size";

function read(): PageSize {
  const kept = Number(localStorage.getItem(STORAGE_KEY));
  return PAGE_SIZES.find((size) => size === kept) ?? PAGE_SIZES[0];
}

export function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState(read);
  return [
    size,
    (next) => {
      localStorage.setItem(STORAGE_KEY, String(next));
      setSize(next);
    },
  ];
}
