// Light or dark mode: the user's choice, else the system's.
import { useSyncExternalStore } from "react";
import { createAppStore } from "@/lib/store";
import type { Appearance } from "./palette";

export type AppearanceChoice = "system" | Appearance;

const STORAGE_KEY = "appearance";

function readChoice(): AppearanceChoice {
  const kept = localStorage.getItem(STORAGE_KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

const current = createAppStore(readChoice);
// The choice in another tab.
window.addEventListener("storage", ({ key }) => {
  if (key === STORAGE_KEY) current.set(readChoice());
});

export function chooseAppearance(choice: AppearanceChoice): void {
  if (choice === "system") localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, choice);
  current.set(choice);
}

/** Whether a media query matches, updated on change. */
export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(media);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(media).matches,
  );
}

export function useAppearance(): { choice: AppearanceChoice; appearance: Appearance } {
  const choice = useSyncExternalStore(current.subscribe, current.get);
  const systemDark = useMedia("(prefers-color-scheme: dark)");
  return { choice, appearance: choice === "system" ? (systemDark ? "dark" : "light") : choice };
}

/** The appearance the page begins with. */
export function readAppearance(): Appearance {
  const choice = readChoice();
  if (choice !== "system") return choice;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Whether the phone layout applies. */
export function useIsPhone(): boolean {
  return useMedia("(max-width: 767px)");
}
