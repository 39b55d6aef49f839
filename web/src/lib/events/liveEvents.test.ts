import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerEvent } from "../api/stream";
import {
  FALLBACK_MS,
  type LiveEnvironment,
  type LiveMessage,
  RECONNECT_MS,
  SILENCE_MS,
  subscribeToEvents,
} from "./liveEvents";

class FinalError extends Error {}

/** A stream controlled by the test. */
class Stream {
  #deliver: ((result: { event?: ServerEvent; error?: unknown }) => void) | null = null;
  readonly #queue: { event?: ServerEvent; error?: unknown }[] = [];
  readonly onActivity: () => void;

  constructor(signal: AbortSignal, onActivity: () => void) {
    this.onActivity = onActivity;
    signal.addEventListener("abort", () => this.put({ error: new Error("aborted") }));
  }
  put(result: { event?: ServerEvent; error?: unknown }) {
    if (this.#deliver) this.#deliver(result);
    else this.#queue.push(result);
    this.#deliver = null;
  }
  send(type: string) {
    this.onActivity();
    this.put({ event: { type, data: "{}" } });
  }
  async *read(): AsyncGenerator<ServerEvent> {
    for (;;) {
      const next =
        this.#queue.shift() ??
        (await new Promise<{ event?: ServerEvent; error?: unknown }>((resolve) => {
          this.#deliver = resolve;
        }));
      if (next.error) throw next.error;
      if (!next.event) return;
      yield next.event;
    }
  }
}

function browser() {
  const streams: Stream[] = [];
  const listeners = new Set<(message: LiveMessage) => void>();
  let turn: Promise<unknown> = Promise.resolve();
  const tab = () => {
    const messages: string[] = [];
    let own: (message: LiveMessage) => void = () => {};
    const environment: LiveEnvironment = {
      connect: (signal, onActivity) => {
        const stream = new Stream(signal, onActivity);
        streams.push(stream);
        return stream.read();
      },
      lead: (signal, work) => {
        const mine = turn.then(() => (signal.aborted ? undefined : work()));
        turn = mine.catch(() => {});
        return mine;
      },
      broadcast: (message) => {
        for (const listener of listeners) if (listener !== own) listener(message);
      },
      listen: (onMessage) => {
        own = onMessage;
        listeners.add(onMessage);
        return () => listeners.delete(onMessage);
      },
      isFinal: (error) => error instanceof FinalError,
    };
    const stop = subscribeToEvents(environment, (message) => messages.push(message.type));
    return { messages, stop };
  };
  return { streams, tab };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("subscribeToEvents", () => {
  it("opens one connection for all tabs and notifies each", async () => {
    const { streams, tab } = browser();
    const [first, second] = [tab(), tab()];
    await settle();
    expect(streams).toHaveLength(1);
    streams[0]?.send("application.changed");
    await settle();
    expect(first.messages).toEqual(["connected", "application.changed"]);
    expect(second.messages).toEqual(["connected", "application.changed"]);
  });

  it("announces the first connection of each tab that leads, since events were missed before", async () => {
    const { streams, tab } = browser();
    const [first, second] = [tab(), tab()];
    await settle();
    streams[0]?.onActivity();
    streams[0]?.onActivity();
    expect([first.messages, second.messages]).toEqual([["connected"], ["connected"]]);
    first.stop();
    await settle();
    streams[1]?.onActivity();
    expect(second.messages).toEqual(["connected", "connected"]);
  });

  it("hands the connection over when its tab closes", async () => {
    const { streams, tab } = browser();
    const [first, second] = [tab(), tab()];
    await settle();
    first.stop();
    await settle();
    expect(streams).toHaveLength(2);
    streams[1]?.send("job.changed");
    await settle();
    expect(second.messages).toEqual(["connected", "job.changed"]);
    expect(first.messages).toEqual([]);
  });

  it("reconnects after 1, 2, 5, then every 10 seconds, and requests missed events", async () => {
    const { streams, tab } = browser();
    const { messages } = tab();
    await settle();
    streams[0]?.send("batch.changed");
    await settle();
    for (const [failed, wait] of [...RECONNECT_MS, 10_000].entries()) {
      streams[failed]?.put({ error: new Error("line cut") });
      await settle();
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(streams).toHaveLength(failed + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(streams).toHaveLength(failed + 2);
    }
    streams.at(-1)?.onActivity();
    expect(messages).toEqual(["connected", "batch.changed", "resync"]);
  });

  it("closes a connection without events or heartbeats", async () => {
    const { streams, tab } = browser();
    tab();
    await settle();
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    streams[0]?.onActivity();
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1 + RECONNECT_MS[0]);
    expect(streams).toHaveLength(2);
  });

  it("polls in each tab behind a proxy that blocks streams", async () => {
    const { tab } = browser();
    const [first, second] = [tab(), tab()];
    await settle();
    await vi.advanceTimersByTimeAsync(FALLBACK_MS - 1);
    expect(first.messages).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([first.messages, second.messages]).toEqual([["resync"], ["resync"]]);
    await vi.advanceTimersByTimeAsync(FALLBACK_MS);
    expect(first.messages).toEqual(["resync", "resync"]);
  });

  it("does not poll while the stream is alive or after it is left", async () => {
    const { streams, tab } = browser();
    const { messages, stop } = tab();
    await settle();
    for (let heartbeat = 0; heartbeat < 5; heartbeat += 1) {
      await vi.advanceTimersByTimeAsync(25_000);
      streams[0]?.onActivity();
    }
    expect(messages).toEqual(["connected"]);
    stop();
    await vi.advanceTimersByTimeAsync(3 * FALLBACK_MS);
    expect(messages).toEqual(["connected"]);
  });

  it("stops where the stream is refused, and says so", async () => {
    const { streams, tab } = browser();
    const { messages } = tab();
    await settle();
    streams[0]?.put({ error: new FinalError() });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams).toHaveLength(1);
    expect(messages).toEqual(["closed"]);
  });
});
