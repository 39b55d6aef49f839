import { describe, expect, it } from "vitest";
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
});
