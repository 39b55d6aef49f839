// Numbers in the results of tasks.
import type { Task } from "@/lib/api/types";

/** A number in the task's result; 0 if it has none of this name. */
export function resultCount({ result }: Pick<Task, "result">, name: string): number {
  const count: unknown = typeof result === "object" && result !== null ? Reflect.get(result, name) : undefined;
  return typeof count === "number" ? count : 0;
}
