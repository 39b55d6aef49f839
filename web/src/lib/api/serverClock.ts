// The server's clock, by the `Date` header of its answers: this browser's own may be wrong.
import { createAppStore } from "@/lib/store";

const offset = createAppStore(() => 0);

/** Reads the time of an answer that has just come from the server. */
export function readServerTime(headers: Headers, now = Date.now()): void {
  const at = Date.parse(headers.get("Date") ?? "");
  // In whole seconds: the end of the second, so that nothing comes earlier than it is shown.
  if (!Number.isNaN(at)) offset.set(at + 1_000 - now);
}

/** The same moment on the server's clock. */
export function onServerClock(local: Date): Date {
  return new Date(local.getTime() + offset.get());
}
