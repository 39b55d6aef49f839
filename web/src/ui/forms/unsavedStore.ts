// Tracks unsaved changes; separate from the dialog, to keep the guard light.
import { useSyncExternalStore } from "react";

const holders = new Set<symbol>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Registers unsaved changes; returns the function that removes them. */
export function registerUnsaved(): () => void {
  const holder = Symbol("unsaved");
  holders.add(holder);
  notify();
  return () => {
    holders.delete(holder);
    notify();
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
