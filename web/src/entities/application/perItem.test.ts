import { describe, expect, it, vi } from "vitest";
import { ApiProblem, unreachable } from "@/lib/api/problem";
import type { MoveResult } from "@/lib/api/types";
import { perItem } from "./perItem";

const stale = new ApiProblem({ status: 409, code: "request.stale" });
const away = unreachable(new TypeError("fetch failed"));

/** Gives each item the next answer; an error is thrown. */
function calls(...answers: ("ok" | ApiProblem)[]) {
  const items = answers.map((_, at) => ({ id: String(at) }));
  const call = async ({ id }: { id: string }): Promise<MoveResult> => {
    const answer = answers[Number(id)];
    if (answer !== "ok") throw answer;
    return { id, status: "ok" };
  };
  return perItem(items, call);
}

describe("moves one call at a time", () => {
  it("distinguish refused items from unanswered ones", async () => {
    expect(await calls("ok", stale, away)).toEqual([
      { id: "0", status: "ok" },
      { id: "1", status: "refused", code: "request.stale" },
      { id: "2", status: "failed", error: away },
    ]);
  });

  it("fail as a whole only when no call was answered", async () => {
    await expect(calls(away, away)).rejects.toBe(away);
    expect((await calls(away, stale)).map(({ status }) => status)).toEqual(["failed", "refused"]);
  });

  it("send a few at a time", async () => {
    let running = 0;
    let most = 0;
    const items = Array.from({ length: 300 }, (_, at) => ({ id: String(at) }));
    const results = await perItem(items, async ({ id }) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return { id, status: "ok" };
    });
    expect(results.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(most).toBeLessThanOrEqual(6);
  });

  it("wait as long as the server asks, and go on", async () => {
    vi.useFakeTimers();
    const busy = new ApiProblem({ status: 429, code: "rate.limited", retryAfter: 7 });
    const call = vi.fn(async ({ id }: { id: string }): Promise<MoveResult> => ({ id, status: "ok" }));
    call.mockRejectedValueOnce(busy);
    const moved = perItem([{ id: "0" }, { id: "1" }], call);
    await vi.advanceTimersByTimeAsync(6_999);
    expect(call).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect((await moved).map(({ status }) => status)).toEqual(["ok", "ok"]);
    vi.useRealTimers();
  });

  it.each([401, 408, 425])("don't count status %i as a refusal", async (status) => {
    const unknown = new ApiProblem({ status, code: `http.${status}` });
    expect((await calls("ok", unknown)).map((one) => one.status)).toEqual(["ok", "failed"]);
  });

  it("don't count requests that stay too many as refused", async () => {
    vi.useFakeTimers();
    const busy = new ApiProblem({ status: 429, code: "rate.limited" });
    const moved = calls("ok", busy);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await moved).map((one) => one.status)).toEqual(["ok", "failed"]);
    vi.useRealTimers();
  });
});
