import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "@/lib/api/types";
import type { AuthChange, AuthEvent } from "./authEvents";
import { CHECK_INTERVAL_MS, FIRST_RETRY_MS, REFRESH_MARGIN_MS, SessionManager } from "./sessionManager";

const HOUR = 3_600_000;

function session(life: number, id = "lin"): Session {
  const user = { id, email: `${id}@yunfan.example`, full_name: id } as Session["user"];
  return { user, expires_at: new Date(Date.now() + life).toISOString() };
}

/** Tabs of one browser and their server. */
function world(answer: () => Response | Promise<Response> = () => Response.json(session(HOUR))) {
  const ask = vi.fn(async () => answer());
  const ears: ((change: AuthChange) => void)[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let until: string | null = null;
  const open = () => {
    let own: ((change: AuthChange) => void) | undefined;
    const sessionManager = new SessionManager({
      requestRefresh: ask,
      withLock: (work) => {
        const turn = queue.then(work);
        queue = turn.catch(() => {});
        return turn;
      },
      broadcast: (change) => {
        for (const hear of ears) if (hear !== own) hear(change);
      },
      listen: (hear) => {
        own = hear;
        ears.push(hear);
        return () => ears.splice(ears.indexOf(hear), 1);
      },
      expiryStore: {
        read: () => until,
        write: (value) => {
          until = value;
        },
      },
      onVisible: () => () => {},
    });
    const events: AuthEvent[] = [];
    sessionManager.on((event) => events.push(event));
    return { sessionManager, stop: sessionManager.start(), types: () => events.map((event) => event.type), events };
  };
  return { ask, open };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the tick", () => {
  it("does nothing while the session has time left", async () => {
    const { ask, open } = world();
    open().sessionManager.setInitial(session(HOUR));
    await vi.advanceTimersByTimeAsync(HOUR - REFRESH_MARGIN_MS - CHECK_INTERVAL_MS);
    expect(ask).not.toHaveBeenCalled();
  });

  it("refreshes before the session expires, repeatedly", async () => {
    const { ask, open } = world();
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR));
    await vi.advanceTimersByTimeAsync(3 * HOUR);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(tab.types()).toEqual(["initial", "token_refreshed", "token_refreshed", "token_refreshed"]);
  });

  it("sends nothing without ids", async () => {
    const { ask, open } = world();
    const tab = open();
    tab.sessionManager.setInitial(null);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(ask).not.toHaveBeenCalled();
    expect(tab.events).toEqual([{ type: "initial", session: null }]);
  });

  it("stops when aborted", async () => {
    const { ask, open } = world();
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR));
    tab.stop();
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe("a refresh", () => {
  it.each([502, 503, 504, "no answer"])("is retried after %s with doubled waits", async (failure) => {
    let failures = 3;
    const { ask, open } = world(() => {
      failures -= 1;
      if (failures < 0) return Response.json(session(HOUR));
      if (failure === "no answer") throw new TypeError("Failed to fetch");
      return new Response("", { status: failure as number });
    });
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR));
    const refreshed = tab.sessionManager.refresh();
    for (const [wait, calls] of [
      [0, 1],
      [FIRST_RETRY_MS, 2],
      [2 * FIRST_RETRY_MS, 3],
      [4 * FIRST_RETRY_MS - 1, 3],
      [1, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait);
      expect(ask).toHaveBeenCalledTimes(calls);
    }
    await expect(refreshed).resolves.toBe("renewed");
  });

  it("stops after a tick, keeps the session, and retries at the next", async () => {
    const { ask, open } = world(() => new Response("", { status: 503 }));
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR));
    const refreshed = tab.sessionManager.refresh();
    await vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS);
    await expect(refreshed).resolves.toBe("unreachable");
    expect(ask).toHaveBeenCalledTimes(8);
    expect(tab.types()).toEqual(["initial"]);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(ask.mock.calls.length).toBeGreaterThan(8);
  });

  it("does not retry refused requests", async () => {
    const { ask, open } = world(() => new Response("", { status: 429 }));
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR));
    await expect(tab.sessionManager.refresh()).resolves.toBe("unreachable");
    expect(ask).toHaveBeenCalledOnce();
  });

  it("ends the session on a 401", async () => {
    const { open } = world(() => new Response("", { status: 401 }));
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR));
    await expect(tab.sessionManager.refresh()).resolves.toBe("over");
    expect(tab.events.at(-1)).toEqual({ type: "signed_out", expired: true });
  });

  it("emits no end event without a session", async () => {
    const { open } = world(() => new Response("", { status: 401 }));
    const tab = open();
    await expect(tab.sessionManager.refresh()).resolves.toBe("over");
    expect(tab.events).toEqual([]);
  });

  it("is shared by concurrent callers", async () => {
    const { ask, open } = world();
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR));
    await Promise.all([tab.sessionManager.refresh(), tab.sessionManager.refresh()]);
    expect(ask).toHaveBeenCalledOnce();
  });

  it("defers the event to the first session check", async () => {
    const { open } = world();
    const tab = open();
    await tab.sessionManager.refresh();
    tab.sessionManager.setInitial(session(HOUR));
    expect(tab.types()).toEqual(["initial"]);
  });
});

describe("tabs", () => {
  it("refresh one at a time and share the result", async () => {
    const { ask, open } = world();
    const [one, two] = [open(), open()];
    const same = session(HOUR);
    one.sessionManager.setInitial(same);
    two.sessionManager.setInitial(same);
    await vi.advanceTimersByTimeAsync(HOUR - 1);
    expect(ask).toHaveBeenCalledOnce();
    expect(two.types()).toEqual(["initial", "token_refreshed"]);
  });

  it("read a stored refresh after a missed message", async () => {
    const { ask, open } = world();
    const [one, two] = [open(), open()];
    const same = session(HOUR);
    one.sessionManager.setInitial(same);
    two.sessionManager.setInitial(same);
    two.stop();
    await vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS - 1);
    await Promise.all([one.sessionManager.refresh(), two.sessionManager.refresh()]);
    expect(ask).toHaveBeenCalledOnce();
    expect(two.types()).toEqual(["initial", "token_refreshed"]);
  });

  it("are all signed out together", () => {
    const { open } = world();
    const [one, two] = [open(), open()];
    const same = session(HOUR);
    one.sessionManager.setInitial(same);
    two.sessionManager.setInitial(same);
    one.sessionManager.change({ type: "signed_out", expired: false });
    expect(two.events.at(-1)).toEqual({ type: "signed_out", expired: false });
  });

  it("adopt a sign-in from another tab", () => {
    const { open } = world();
    const [one, two] = [open(), open()];
    one.sessionManager.setInitial(null);
    two.sessionManager.setInitial(null);
    one.sessionManager.change({ type: "signed_in", session: session(HOUR) });
    expect(two.types()).toEqual(["initial", "signed_in"]);
  });

  it("detect another user's sign-in by any channel", () => {
    const { open } = world();
    const [one, two] = [open(), open()];
    one.sessionManager.setInitial(session(HOUR, "lin"));
    two.sessionManager.setInitial(session(HOUR, "lin"));
    one.sessionManager.change({ type: "password_recovery", session: session(HOUR, "chen") });
    expect(two.types()).toEqual(["initial", "signed_in"]);
  });

  it("go on where they were when the same user signs in again after an expiry", () => {
    const { open } = world();
    const [one, two] = [open(), open()];
    for (const tab of [one, two]) tab.sessionManager.setInitial(session(HOUR, "lin"));
    one.sessionManager.expire();
    one.sessionManager.change({ type: "signed_in", session: session(HOUR, "lin") });
    for (const tab of [one, two]) expect(tab.types()).toEqual(["initial", "signed_out", "resumed"]);
  });

  it("see another user's sign-in after an expiry as a change of user", () => {
    const { open } = world();
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR, "lin"));
    tab.sessionManager.expire();
    tab.sessionManager.change({ type: "signed_in", session: session(HOUR, "chen") });
    expect(tab.types()).toEqual(["initial", "signed_out", "signed_in"]);
  });

  it("see a password link of another account as a change of user", () => {
    const { open } = world();
    const tab = open();
    tab.sessionManager.setInitial(session(HOUR, "lin"));
    tab.sessionManager.change({ type: "password_recovery", session: session(HOUR, "chen") });
    expect(tab.types()).toEqual(["initial", "signed_in"]);
  });

  it("end for good when the user signs out in another tab after an expiry", () => {
    const { open } = world();
    const [one, two] = [open(), open()];
    for (const tab of [one, two]) tab.sessionManager.setInitial(session(HOUR, "lin"));
    one.sessionManager.expire();
    one.sessionManager.change({ type: "signed_out", expired: false });
    expect(two.events.at(-1)).toEqual({ type: "signed_out", expired: false });
  });
});
