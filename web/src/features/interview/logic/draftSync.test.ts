import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DraftContent } from "./draft";
import { type DraftServer, type DraftStorage, DraftSync, PAUSE_MS, RETRY_MS } from "./draftSync";

const draft = (change: Partial<DraftContent> = {}): DraftContent => ({
  interviewer_name: "Li",
  started_at: "2026-03-04T09:00:00Z",
  sections: [],
  answers: {},
  verdicts: {},
  adhoc_notes: "",
  overall_evaluation: "",
  ...change,
});

/** A server of one draft, which can be out of reach. */
function fakeServer() {
  const state = { draft: null as { content: DraftContent; version: number } | null, isDown: false, puts: 0 };
  const reach = () => {
    if (state.isDown) throw new Error("down");
  };
  const server: DraftServer = {
    load: async () => {
      reach();
      return state.draft;
    },
    put: async (content, version) => {
      reach();
      state.puts += 1;
      if ((state.draft?.version ?? 0) !== version && state.draft) return { later: state.draft };
      state.draft = { content, version: version + 1 };
      return { version: version + 1 };
    },
    remove: async () => {
      reach();
      state.draft = null;
    },
  };
  return { state, server };
}

function memory(): DraftStorage & { value: unknown } {
  const storage = {
    value: null as unknown,
    read: () => storage.value,
    write: (value: unknown) => {
      storage.value = structuredClone(value);
    },
    remove: () => {
      storage.value = null;
    },
  };
  return storage;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a draft", () => {
  it("is nowhere before the start, and everywhere soon after", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const sync = new DraftSync(server, storage);
    await sync.open();
    sync.edit((content) => ({ ...content, adhoc_notes: "too early" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 2);
    expect([sync.view().state, state.draft, storage.value]).toEqual(["none", null, null]);

    sync.start(draft({ adhoc_notes: "hello" }));
    expect(storage.value).toMatchObject({ content: { adhoc_notes: "hello" } });
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect([sync.view().state, state.draft?.content.adhoc_notes]).toEqual(["saved", "hello"]);
  });

  it("survives a lost connection and a closed tab", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const sync = new DraftSync(server, storage);
    await sync.open();
    state.isDown = true;
    sync.start(draft({ adhoc_notes: "offline" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(sync.view().state).toBe("local");
    sync.close();

    const after = new DraftSync(server, storage);
    await after.open();
    expect(after.view().content?.adhoc_notes).toBe("offline");
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(PAUSE_MS + RETRY_MS);
    expect([after.view().state, state.draft?.content.adhoc_notes]).toEqual(["saved", "offline"]);
  });

  it("is merged with what another window typed meanwhile", async () => {
    const { state, server } = fakeServer();
    const [one, two] = [new DraftSync(server, memory()), new DraftSync(server, memory())];
    await one.open();
    one.start(draft());
    await one.flush();
    await two.open();
    two.edit((content) => ({ ...content, adhoc_notes: "from two" }));
    await two.flush();
    one.edit((content) => ({ ...content, overall_evaluation: "from one" }));
    await one.flush();
    expect(state.draft?.content).toMatchObject({ adhoc_notes: "from two", overall_evaluation: "from one" });
    expect(one.view().content).toEqual(state.draft?.content);
  });

  it("is not sent while it is being saved as a record", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const sync = new DraftSync(server, storage);
    await sync.open();
    sync.start(draft());
    await sync.pause();
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 3);
    expect(state.puts).toBe(0);
    sync.forget();
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 3);
    expect([state.puts, storage.value, sync.view().content]).toEqual([0, null, null]);
  });

  it("is dropped everywhere, or kept where the server was not reached", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const sync = new DraftSync(server, storage);
    await sync.open();
    sync.start(draft());
    await sync.flush();
    state.isDown = true;
    await expect(sync.discard()).rejects.toThrow("down");
    expect(storage.value).not.toBeNull();
    state.isDown = false;
    await sync.discard();
    expect([state.draft, storage.value, sync.view().state]).toEqual([null, null, "none"]);
  });
});
