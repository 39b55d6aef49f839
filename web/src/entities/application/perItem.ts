// Runs single calls as one bulk operation with a result per item.
import { ApiProblem } from "@/lib/api/problem";
import type { Code, MoveResult } from "@/lib/api/types";

/** Result of one item; `failed` if it is unknown whether it was moved, for example without a response. */
export type ItemResult = MoveResult | { id: string; status: "failed"; error: unknown };

/**
 * Calls for each item. A failure does not affect other items; it is thrown if every call failed and none was refused.
 */
export async function perItem<T extends { id: string }>(
  items: readonly T[],
  call: (item: T) => Promise<MoveResult>,
): Promise<ItemResult[]> {
  const settled = await Promise.allSettled(items.map(call));
  const results = items.map(({ id }, at): ItemResult => {
    const one = settled[at];
    if (one?.status === "fulfilled") return one.value;
    const error: unknown = one?.reason;
    return isRefused(error) ? { id, status: "refused", code: error.code as Code } : { id, status: "failed", error };
  });
  const failures = results.filter(isFailed);
  if (failures[0] && failures.length === results.length) throw failures[0].error;
  return results;
}

export function isFailed(result: ItemResult): result is Extract<ItemResult, { status: "failed" }> {
  return result.status === "failed";
}

/** Whether the server understood the request and refused it. */
function isRefused(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 500;
}
