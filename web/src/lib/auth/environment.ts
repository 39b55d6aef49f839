// The browser as the session manager needs it: the server, the other tabs, and the lock between them.
import type { AuthChange } from "./authEvents";

/** What the session manager needs of the browser. */
export interface SessionEnvironment {
  /** Asks the server for a refresh. */
  requestRefresh: () => Promise<Response>;
  /** Runs the work while no other tab runs its own. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sends a change to the other tabs. */
  broadcast: (change: AuthChange) => void;
  /** Receives the changes of the other tabs. Returns the way to stop. */
  listen: (onMessage: (change: AuthChange) => void) => () => void;
  /** When the session expires, where every tab can read it. */
  expiryStore: { read: () => string | null; write: (expiresAt: string | null) => void };
  /** Calls back when the page becomes visible again: timers slept meanwhile. Returns the way to stop. */
  onReturn: (callback: () => void) => () => void;
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
    // Only pages that came over HTTPS, or from this machine, have locks.
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

  onReturn: (callback) => {
    const listener = () => {
      if (document.visibilityState === "visible") callback();
    };
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};
