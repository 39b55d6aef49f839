import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { POLL_MS } from "@/entities/batch/progress";
import { task } from "@/testing/fixtures";
import { SCHEDULED_POLL_MS, waitForTask } from "./waitForTask";

const pending = task({ status: "pending" });
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

/** Responses in order; the last one repeats. */
function serve(...answers: [object, number?][]) {
  const state = { polls: 0 };
  vi.stubGlobal("fetch", async () => {
    const [body, status] = answers[Math.min(state.polls, answers.length - 1)] ?? [pending];
    state.polls += 1;
    return json(body, status);
  });
  return state;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signal = new AbortController().signal;

it("goes on after requests that failed for a moment", async () => {
  const state = serve([{ code: "server.unavailable" }, 503], [{ code: "request.rate_limited" }, 429], [task()]);
  const over = waitForTask("o", pending, { signal });
  await vi.advanceTimersByTimeAsync(POLL_MS * 4);
  expect([(await over).status, state.polls]).toEqual(["completed", 3]);
});

it("ends where the task is gone", async () => {
  serve([{ code: "task.not_found" }, 404]);
  const over = waitForTask("o", pending, { signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(POLL_MS * 2);
  expect(await over).toMatchObject({ code: "task.not_found" });
});

it("asks no more once aborted", async () => {
  const state = serve([pending]);
  const stop = new AbortController();
  const over = waitForTask("o", pending, { signal: stop.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(POLL_MS * 2.5);
  stop.abort();
  expect(await over).toMatchObject({ name: "AbortError" });
  const { polls } = state;
  await vi.advanceTimersByTimeAsync(POLL_MS * 10);
  expect(state.polls).toBe(polls);
});

it("asks rarely until shortly before a task is due", async () => {
  const state = serve([pending]);
  const stop = new AbortController();
  const dueAt = new Date(Date.now() + 24 * 3_600_000);
  waitForTask("o", pending, { signal: stop.signal, dueAt }).catch(() => {});
  await vi.advanceTimersByTimeAsync(SCHEDULED_POLL_MS * 10);
  expect(state.polls).toBe(10);
  stop.abort();
});
