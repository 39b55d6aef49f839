// The browser as the session's keeper sees it: the server, the other tabs, and the lock between them.
import type { AuthChange } from "./authEvents";
import type { Surroundings } from "./keeper";

const NAME = "bole.session";

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

export const browser: Surroundings = {
  ask: () => fetch("/api/auth/refresh", { method: "POST", credentials: "same-origin" }),

  alone: (work) => {
    // Only pages that came over HTTPS, or from this machine, have locks.
    const locks = navigator.locks as LockManager | undefined;
    return locks ? (locks.request(NAME, work) as ReturnType<typeof work>) : work();
  },

  tell: (change) => channel().postMessage(change),

  listen: (hear) => {
    const listener = (event: MessageEvent<AuthChange>) => hear(event.data);
    channel().addEventListener("message", listener);
    return () => channel().removeEventListener("message", listener);
  },

  until: {
    read: () => localStorage.getItem(NAME),
    write: (until) => (until ? localStorage.setItem(NAME, until) : localStorage.removeItem(NAME)),
  },

  onReturn: (look) => {
    const listener = () => {
      if (document.visibilityState === "visible") look();
    };
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};
