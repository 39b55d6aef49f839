// Whether the command palette is open: its keys, its buttons and its dialog stand in different places.
import { useSyncExternalStore } from "react";
import { createAppStore } from "@/lib/store";

const isOpen = createAppStore(() => false);

export const setPaletteOpen = isOpen.set;

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(isOpen.subscribe, isOpen.get);
}
