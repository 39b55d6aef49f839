// Browser APIs of the session manager: refresh request, tab broadcast, lock.
import type { AuthChange } from "./authEvents";

/** The browser APIs used by the session manager. */
export interface SessionEnvironment {
  /** Sends a refresh request. */
  requestRefresh: () => Promise<Response>;
  /** Runs the work exclusively among all tabs. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sends a change to the other tabs. */
  broadcast: (change: AuthChange) => void;
  /** Receives the changes of other tabs. Returns the unsubscribe function. */
  listen: (onMessage: (change: AuthChange) => void) => () => void;
  /** Stores the session's expiry for all tabs. */
  expiryStore: { read: () => string | null; write: (expiresAt: string | null) => void };
  /** Calls back when the page becomes visible again, since timers are throttled in the background. Returns the unsubscribe function. */
  onVisible: (callback: () => void) => () => void;
}

const NAME = "bole.session";

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

export const browserEnvironment: SessionEnvironment = {
  requestRefresh: () => fetch("/api/auth/refresh", { method: "POST", credentials: "same-origin" }),

  withLock: (work) => {
    // Web Locks need a secure context.
    const locks = navigator.locks as LockManager | undefined;
    return locks ? (locks.request(NAME, work) as ReturnType<typeof work>) : work();
  },

  broadcast: (change) => channel().postMessage(change),

  listen: (onMessage) => {
    const listener = (event: MessageEvent<AuthChange>) => onMessage(event.data);
    channel().addEventListener("message", listener);
    return () => channel().removeEventListener("message", listener);
  },

  expiryStore: {
    read: () => localStorage.getItem(NAME),
    write: (expiresAt) => (expiresAt ? localStorage.setItem(NAME, expiresAt) : localStorage.removeItem(NAME)),
  },

  onVisible: (callback) => {
    const listener = () => {
      if (document.visibilityState === "visible") callback();
    };
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};
