// The running guided tour, and whether the main one was seen in this browser.
import { useSyncExternalStore } from "react";
import { createAppStore } from "./store";

/** The main tour starts once automatically; the short one only on request. */
export type TourKind = "main" | "short";

const SEEN_KEY = "bole.tour";

const running = createAppStore<TourKind | null>(() => null);

export function startTour(kind: TourKind): void {
  running.set(kind);
}

/** Ends the tour; the main one does not start automatically again. */
export function endTour(): void {
  if (running.get() === "main") localStorage.setItem(SEEN_KEY, "seen");
  running.set(null);
}

export function isTourSeen(): boolean {
  return localStorage.getItem(SEEN_KEY) !== null;
}

export function useRunningTour(): TourKind | null {
  return useSyncExternalStore(running.subscribe, running.get);
}
