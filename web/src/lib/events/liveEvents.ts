// Live events of the organization: one connection per browser, held by the tab with the lock.
import type { ServerEvent } from "../api/stream";
import { pause } from "../pause";

/** Delays between reconnects; the last one repeats. */
export const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const;
/** The server sends something every 25 s, so a connection silent for more than twice as long is dead. */
export const SILENCE_MS = 60_000;
/** Polling interval without events; longer than the server's heartbeat, so that a live stream never polls. */
export const FALLBACK_MS = 30_000;

export type LiveMessage =
  | ServerEvent
  /** Events may have been missed, so everything has to be refetched. */
  | { type: "resync"; data: "" }
  /** The first connection of a tab: what was loaded before may have changed since, unnoticed. */
  | { type: "connected"; data: "" }
  /** The server refuses the stream: the session or the membership may have ended. */
  | { type: "closed"; data: "" };

/** The browser APIs used by the connection. */
export interface LiveEnvironment {
  /** Opens the stream; yields its events until it ends or fails. */
  connect: (signal: AbortSignal, onActivity: () => void) => AsyncIterable<ServerEvent>;
  /** Runs the work exclusively among all tabs, once it is this tab's turn. */
  lead: (signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  broadcast: (message: LiveMessage) => void;
  listen: (onMessage: (message: LiveMessage) => void) => () => void;
  /** Whether reconnecting is pointless after this error. */
  isFinal: (error: unknown) => boolean;
}

/** Subscribes to events; returns the unsubscribe function. */
export function subscribeToEvents(environment: LiveEnvironment, onMessage: (message: LiveMessage) => void): () => void {
  const stop = new AbortController();
  const unlisten = environment.listen(onMessage);
  const publish = (message: LiveMessage) => {
    onMessage(message);
    environment.broadcast(message);
  };
  void environment.lead(stop.signal, () => keepConnected(environment, stop.signal, publish)).catch(() => {});
  return () => {
    stop.abort();
    unlisten();
  };
}

async function keepConnected(
  environment: LiveEnvironment,
  stop: AbortSignal,
  publish: (message: LiveMessage) => void,
): Promise<void> {
  let failures = 0;
  let wasConnected = false;
  const resync = () => publish({ type: "resync", data: "" });
  const fallback = createInterval(resync, FALLBACK_MS);
  stop.addEventListener("abort", fallback.cancel);
  while (!stop.aborted) {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    stop.addEventListener("abort", abort);
    let silence: ReturnType<typeof setTimeout> | undefined;
    let connected = false;
    const onActivity = () => {
      fallback.restart();
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
      if (connected) return;
      connected = true;
      failures = 0;
      if (wasConnected) resync();
      else publish({ type: "connected", data: "" });
      wasConnected = true;
    };
    silence = setTimeout(abort, SILENCE_MS);
    try {
      for await (const event of environment.connect(attempt.signal, onActivity)) publish(event);
    } catch (error) {
      if (environment.isFinal(error)) {
        fallback.cancel();
        publish({ type: "closed", data: "" });
        return;
      }
    } finally {
      clearTimeout(silence);
      stop.removeEventListener("abort", abort);
    }
    const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)];
    failures += 1;
    await pause(wait ?? 0, stop);
  }
}

/** An interval that can be restarted. */
function createInterval(work: () => void, milliseconds: number) {
  let timer = setInterval(work, milliseconds);
  const cancel = () => clearInterval(timer);
  return {
    cancel,
    restart: () => {
      cancel();
      timer = setInterval(work, milliseconds);
    },
  };
}
