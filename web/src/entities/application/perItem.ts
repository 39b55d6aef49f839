// Runs single calls as one bulk operation with a result per item.
import { ApiProblem } from "@/lib/api/problem";
import type { Code, MoveResult } from "@/lib/api/types";

/** Result of one item; `failed` if it is unknown whether it was moved, for example without a response. */
export type ItemResult = MoveResult | { id: string; status: "failed"; error: unknown };

/** As many as a browser sends to one server in parallel. */
const MAX_PARALLEL = 6;
/** How often an item is sent before its 429 counts as a failure. */
const MAX_ATTEMPTS = 4;
const DEFAULT_WAIT_SECONDS = 1;

/**
 * Calls for each item, a few at a time, and slower when the server asks for it. A failure does not affect other items;
 * it is thrown if every call failed and none was refused.
 */
export async function perItem<T extends { id: string }>(
  items: readonly T[],
  call: (item: T) => Promise<MoveResult>,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  let resumeAt = 0;
  const send = async (item: T): Promise<ItemResult> => {
    for (let attempt = 1; ; attempt++) {
      await until(() => resumeAt);
      try {
        return await call(item);
      } catch (error) {
        if (isThrottled(error) && attempt < MAX_ATTEMPTS) {
          resumeAt = Math.max(resumeAt, Date.now() + (error.retryAfter ?? DEFAULT_WAIT_SECONDS * attempt) * 1_000);
          continue;
        }
        const { id } = item;
        return isRefused(error) ? { id, status: "refused", code: error.code as Code } : { id, status: "failed", error };
      }
    }
  };
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item) results[at] = await send(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, items.length) }, work));
  const failures = results.filter(isFailed);
  if (failures[0] && failures.length === results.length) throw failures[0].error;
  return results;
}

/** Resolves at a time that may be put off meanwhile. */
async function until(time: () => number): Promise<void> {
  for (let wait = time() - Date.now(); wait > 0; wait = time() - Date.now()) {
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

export function isFailed(result: ItemResult): result is Extract<ItemResult, { status: "failed" }> {
  return result.status === "failed";
}

function isThrottled(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === 429;
}

/** Says nothing about the item: signed out, timed out, too early, too many requests. */
const UNDECIDED_STATUSES = [401, 408, 425, 429];

/** Whether the server understood the request and refused it. */
function isRefused(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem) || UNDECIDED_STATUSES.includes(error.status)) return false;
  return error.status >= 400 && error.status < 500;
}
