// The selection of a page's list, which the browser's way back to the page finds again.
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { createAppStore } from "@/lib/store";
import { EMPTY_SELECTION, type Selection } from "./selection";

/** The selection of the last list, by the key of its entry in the history. */
const kept = createAppStore<{ key: string; selection: Selection } | null>(() => null);

export function useKeptSelection(): [Selection, Dispatch<SetStateAction<Selection>>] {
  const { key } = useLocation();
  const [selection, setSelection] = useState(() => {
    const last = kept.get();
    return last?.key === key ? last.selection : EMPTY_SELECTION;
  });
  useEffect(() => kept.set({ key, selection }), [key, selection]);
  return [selection, setSelection];
}

/** What was to be done with the selected is done. */
export function clearKeptSelection(): void {
  kept.set(null);
}
