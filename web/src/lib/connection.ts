// Whether the browser has a network connection.
import { useSyncExternalStore } from "react";

/** Calls back when the connection is lost or back. Returns the unsubscribe function. */
function onConnectionChange(callback: () => void): () => void {
  window.addEventListener("online", callback);
  window.addEventListener("offline", callback);
  return () => {
    window.removeEventListener("online", callback);
    window.removeEventListener("offline", callback);
  };
}

/** False also where the browser doesn't know. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(onConnectionChange, isOffline);
}

/** Resolves when the browser is connected. */
export async function whenOnline(): Promise<void> {
  if (!isOffline()) return;
  await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
}
