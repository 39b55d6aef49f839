// Browser APIs for live events: the stream, the lock between tabs, and their channel.
import { openStream } from "../api/client";
import { ApiProblem } from "../api/problem";
import { readEvents } from "../api/stream";
import type { LiveEnvironment, LiveMessage } from "./liveEvents";

export function browserEvents(organizationId: string): LiveEnvironment {
  const name = `bole.events.${organizationId}`;
  const channel = new BroadcastChannel(name);
  return {
    async *connect(signal, onActivity) {
      const response = await openStream(`/api/organizations/${organizationId}/events`, signal);
      onActivity();
      yield* readEvents(response, onActivity);
    },
    lead: async (signal, work) => {
      // Locks need a secure context; without them, every tab connects separately.
      const locks = navigator.locks as LockManager | undefined;
      await (locks ? locks.request(name, { signal }, work) : work());
    },
    broadcast: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      const listener = (event: MessageEvent<LiveMessage>) => onMessage(event.data);
      channel.addEventListener("message", listener);
      return () => {
        channel.removeEventListener("message", listener);
        channel.close();
      };
    },
    isFinal: (error) => error instanceof ApiProblem && [401, 403, 404].includes(error.status),
  };
}
