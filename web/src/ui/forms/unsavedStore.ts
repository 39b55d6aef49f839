// Tracks unsaved changes; separate from the dialog, to keep the guard light.
import { useState, useSyncExternalStore } from "react";
import { createAppStore } from "@/lib/store";

/** How many forms have unsaved changes. */
const count = createAppStore(() => 0);

/** Registers unsaved changes; returns the function that removes them. */
export function registerUnsaved(): () => void {
  count.set(count.get() + 1);
  return () => count.set(count.get() - 1);
}

export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(count.subscribe, () => count.get() > 0);
}

/**
 * The opened item of a list. With unsaved changes it stays in its last known state when the list no longer has it, so
 * that its form is not unmounted.
 */
export function useOpenedItem<T>(found: T | undefined, id: string | null): T | undefined {
  const hasUnsaved = useHasUnsavedChanges();
  const [last, setLast] = useState<{ id: string | null; item: T | undefined }>({ id: null, item: undefined });
  if (found && (found !== last.item || id !== last.id)) setLast({ id, item: found });
  return found ?? (hasUnsaved && last.id === id ? last.item : undefined);
}
