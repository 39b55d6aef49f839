// Whether single keys are shortcuts. Speech input and some keyboards type them by accident.
import { createAppStore } from "@/lib/store";

const STORAGE_KEY = "bole.single_keys";

export const singleKeys = createAppStore(() => localStorage.getItem(STORAGE_KEY) !== "off");

export function setSingleKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, "off");
  singleKeys.set(areOn);
}

/** Letters, digits and punctuation; not Enter, Escape or the arrows. */
export function isSingleKey(key: string): boolean {
  return [...key].length === 1 && key !== " ";
}
