// The running guided tour, and whether the main one was seen in this browser.
import { useSyncExternalStore } from "react";

/** The main tour starts once automatically; the short one only on request. */
export type TourKind = "main" | "short";

const SEEN_KEY = "bole.tour";

let running: TourKind | null = null;
const listeners = new Set<() => void>();

function change(kind: TourKind | null): void {
  running = kind;
  for (const listener of listeners) listener();
}

export function startTour(kind: TourKind): void {
  change(kind);
}

/** Ends the tour; the main one does not start automatically again. */
export function endTour(): void {
  if (running === "main") localStorage.setItem(SEEN_KEY, "seen");
  change(null);
}

export function isTourSeen(): boolean {
  return localStorage.getItem(SEEN_KEY) !== null;
}

export function useRunningTour(): TourKind | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
}
