// Time that a test skips instead of waiting for polls, saves and the end of undo.
import { act, waitFor } from "@testing-library/react";
import { vi } from "vitest";

/** Short enough that answers of the server arrive between two polls. */
const STEP_MS = 500;

/** Until the end of the test, time passes as usual and can be skipped. Comes before what starts timers. */
export function startSkippableTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    shouldAdvanceTime: true,
    advanceTimeDelta: 5,
  });
}

export async function skipTime(milliseconds: number): Promise<void> {
  for (let skipped = 0; skipped < milliseconds; skipped += STEP_MS) {
    await act(() => vi.advanceTimersByTimeAsync(STEP_MS));
  }
}

/** `waitFor` that skips time before each check. */
export function waitForLater(check: () => void): Promise<void> {
  return waitFor(async () => {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    check();
  });
}
