// Whether the command palette is open: its keys, its buttons and its dialog stand in different places.
import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setPaletteOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}
