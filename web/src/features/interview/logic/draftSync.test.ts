import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem } from "@/lib/api/problem";
import { interviewDraft as draft } from "@/testing/fixtures";
import type { DraftContent } from "./draft";
import { type DraftServer, type DraftStorage, DraftSync, PAUSE_MS, RETRY_MS } from "./draftSync";

/** A server with one draft, which can be offline. */
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
      return true;
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
  it("is not stored before the start, and in both places soon after", async () => {
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

  it("that was finished on another device does not come back", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const here = new DraftSync(server, storage);
    await here.open();
    here.start(draft({ adhoc_notes: "hello" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    here.close();
    state.draft = null;

    const again = new DraftSync(server, storage);
    await again.open();
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 2);
    expect([again.view().state, state.draft, storage.value]).toEqual(["none", null, null]);
  });

  it("that was finished on another device stays where something was not sent", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const here = new DraftSync(server, storage);
    await here.open();
    here.start(draft({ adhoc_notes: "hello" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    state.isDown = true;
    here.edit((content) => ({ ...content, adhoc_notes: "hello, later" }));
    here.close();
    state.isDown = false;
    state.draft = null;

    const again = new DraftSync(server, storage);
    await again.open();
    expect(again.view().content?.adhoc_notes).toBe("hello, later");
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

  it("survives a crash during sending", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const sync = new DraftSync({ ...server, put: () => new Promise(() => {}) }, storage);
    await sync.open();
    sync.start(draft({ adhoc_notes: "sent, but was it?" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    sync.edit((content) => ({ ...content, overall_evaluation: "a last word" }));
    // Nothing of the tab is left; its storage is.

    const after = new DraftSync(server, storage);
    await after.open();
    await after.flush();
    expect(state.draft?.content).toMatchObject({
      adhoc_notes: "sent, but was it?",
      overall_evaluation: "a last word",
    });
  });

  it("is shared by all tabs of the browser, also after an offline crash", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const [one, two] = [new DraftSync(server, storage), new DraftSync(server, storage)];
    await one.open();
    one.start(draft({ adhoc_notes: "begun" }));
    await one.flush();
    await two.open();
    state.isDown = true;
    one.edit((content) => ({ ...content, adhoc_notes: "begun, and then offline" }));
    two.edit((content) => ({ ...content, overall_evaluation: "from the other tab" }));
    expect(two.view().content?.adhoc_notes).toBe("begun, and then offline");
    one.edit((content) => ({ ...content, answers: { "0.0": { note: "asked", mark: 3 } } }));
    expect(one.view().content?.overall_evaluation).toBe("from the other tab");
    two.edit((content) => ({ ...content, adhoc_notes: `${content.adhoc_notes}.` }));

    state.isDown = false;
    const after = new DraftSync(server, storage);
    await after.open();
    await after.flush();
    expect(state.draft?.content).toMatchObject({
      adhoc_notes: "begun, and then offline.",
      answers: { "0.0": { note: "asked", mark: 3 } },
      overall_evaluation: "from the other tab",
    });
  });

  it("settles when two tabs have the same content in another order", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const [one, two] = [new DraftSync(server, storage), new DraftSync(server, storage)];
    await one.open();
    one.start(draft());
    await one.flush();
    await two.open();
    const answer = (key: string) => (content: DraftContent) => ({
      ...content,
      answers: { ...content.answers, [key]: { note: key, mark: null } },
    });
    one.edit(answer("b"));
    two.edit(answer("a"));
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 10);
    const { puts } = state;
    await vi.advanceTimersByTimeAsync(RETRY_MS * 10);
    expect([one.view().state, two.view().state, state.puts]).toEqual(["saved", "saved", puts]);
    expect(state.draft?.content.answers).toEqual({ a: { note: "a", mark: null }, b: { note: "b", mark: null } });
  });

  it("reports when neither server nor browser can store it", async () => {
    const { state, server } = fakeServer();
    const sync = new DraftSync(server, { ...memory(), write: () => false });
    await sync.open();
    state.isDown = true;
    sync.start(draft());
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(sync.view().state).toBe("unsaved");
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(sync.view().state).toBe("saved");
  });

  it("is not sent again after a refusal until the text changes, and stays in this browser", async () => {
    const { state, server } = fakeServer();
    const storage = memory();
    const refusal = new ApiProblem({ status: 422, code: "request.invalid", fields: { content: "field.too_long" } });
    let puts = 0;
    const sync = new DraftSync(
      {
        ...server,
        put: async (content, version) => {
          puts += 1;
          if (content.adhoc_notes === "too long") throw refusal;
          return server.put(content, version);
        },
      },
      storage,
    );
    await sync.open();
    sync.start(draft({ adhoc_notes: "too long" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS + RETRY_MS * 10);
    expect(await sync.flush()).toBe(false);
    await sync.pause();
    sync.resume();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect([sync.view().refusal, puts]).toEqual([refusal, 1]);
    expect(storage.value).toMatchObject({ isUnsent: true, content: { adhoc_notes: "too long" } });

    sync.edit((content) => ({ ...content, adhoc_notes: "short" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(sync.view()).toMatchObject({ state: "saved", refusal: undefined });
    expect([puts, state.draft?.content.adhoc_notes]).toEqual([2, "short"]);
    expect(storage.value).toMatchObject({ isUnsent: false });
  });

  it("merges changes typed on another device while offline", async () => {
    const { state, server } = fakeServer();
    const link = { isDown: false };
    const offline: DraftServer = {
      ...server,
      put: async (content, version) => {
        if (link.isDown) throw new Error("down");
        return server.put(content, version);
      },
    };
    const [phone, desk] = [new DraftSync(offline, memory()), new DraftSync(server, memory())];
    await phone.open();
    phone.start(draft({ adhoc_notes: "begun" }));
    await phone.flush();
    await desk.open();
    link.isDown = true;
    phone.edit((content) => ({ ...content, adhoc_notes: "begun, on the phone" }));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(phone.view().state).toBe("local");
    desk.edit((content) => ({ ...content, adhoc_notes: "begun, at the desk", overall_evaluation: "good" }));
    await desk.flush();
    link.isDown = false;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(phone.view()).toEqual({ content: state.draft?.content, state: "saved" });
    expect(state.draft?.content).toMatchObject({
      adhoc_notes: "begun, at the desk\n\nbegun, on the phone",
      overall_evaluation: "good",
    });
    desk.edit((content) => ({ ...content, interviewer_name: "Wang" }));
    await desk.flush();
    expect(desk.view().content).toMatchObject({ adhoc_notes: "begun, at the desk\n\nbegun, on the phone" });
  });

  it("merges changes typed in another window", async () => {
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

  it("is not sent while being saved as a record", async () => {
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

  it("is deleted everywhere, or kept if the server is unreachable", async () => {
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
