// Moves that go one call at a time, answered as the calls for many are: per item.
import { ApiProblem } from "@/lib/api/problem";
import type { Code, MoveResult } from "@/lib/api/types";

/** Calls for each item. One failure leaves the others their results; where no call succeeded and none was refused, it is thrown. */
export async function perItem<T extends { id: string }>(
  items: readonly T[],
  call: (item: T) => Promise<MoveResult>,
): Promise<MoveResult[]> {
  const settled = await Promise.allSettled(items.map(call));
  const failures = settled.flatMap((one) => (one.status === "rejected" && !isRefusal(one.reason) ? [one.reason] : []));
  if (failures.length > 0 && failures.length === settled.length) throw failures[0];
  return items.map(({ id }, at) => {
    const one = settled[at];
    return one?.status === "fulfilled" ? one.value : { id, status: "refused", code: codeOf(one?.reason) };
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409;
}

function codeOf(error: unknown): Code {
  return error instanceof ApiProblem ? (error.code as Code) : "server.internal";
}
