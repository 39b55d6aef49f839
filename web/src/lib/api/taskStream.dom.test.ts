import { afterEach, describe, expect, it, vi } from "vitest";
import { followTask } from "./taskStream";

const TASK = { id: "t", status: "completed", result: { text: "whole" } };
const event = (type: string, data: unknown) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (body: string) => new Response(body, { headers: { "Content-Type": "text/event-stream" } });
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

/** Responses in order, for any request. */
function serve(answers: (() => Response)[]) {
  vi.stubGlobal("fetch", async () => {
    const next = answers.shift();
    if (!next) throw new TypeError("Failed to fetch");
    return next();
  });
}

const follow = (signal = new AbortController().signal) => {
  const seen: string[] = [];
  const task = followTask("o", "t", { signal, onText: (text) => seen.push(text) });
  return { seen, task };
};

describe("followTask", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("emits growing text, also after a restart", async () => {
    serve([
      () =>
        stream(
          event("text", { is_more: true, text: "a" }) +
            event("text", { is_more: true, text: "b" }) +
            event("text", { is_more: false, text: "c" }) +
            event("end", TASK),
        ),
    ]);
    const { seen, task } = follow();
    expect(await task).toEqual(TASK);
    expect(seen).toEqual(["a", "ab", "c"]);
  });

  it("resumes the stream after a disconnect", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 500 });
    serve([() => stream(event("text", { is_more: true, text: "a" })), () => json(TASK)]);
    const { seen, task } = follow();
    expect(await task).toEqual(TASK);
    expect(seen).toEqual(["a"]);
  });

  it("stops when the task is not found", async () => {
    serve([() => json({ code: "task.not_found" }, 404)]);
    await expect(follow().task).rejects.toMatchObject({ code: "task.not_found" });
  });

  it("ends when aborted", async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(follow(stop.signal).task).rejects.toThrow();
  });
});
