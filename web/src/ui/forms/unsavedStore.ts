// Whether anything on the page was typed and not saved. Apart from the dialog that asks, so that the guard stays light.
import { useSyncExternalStore } from "react";

const holders = new Set<symbol>();
const listeners = new Set<() => void>();

function told(): void {
  for (const listener of listeners) listener();
}

/** Says that something is unsaved, until the returned function is called. */
export function registerUnsaved(): () => void {
  const holder = Symbol("unsaved");
  holders.add(holder);
  told();
  return () => {
    holders.delete(holder);
    told();
  };
}

export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => holders.size > 0,
  );
}
