// Ticked rows of the queue. Rows that can no longer be added to the pipeline lose their tick.
import { type Dispatch, type SetStateAction, useMemo } from "react";
import type { BatchTask } from "@/lib/api/types";
import { isSelectable } from "./QueueRow";

type Ids = ReadonlySet<string>;

export const NO_ROWS: Ids = new Set();

/** Without some ids; the same set if none of them is in it. */
export function withoutRows(ids: Ids, leaves: (id: string) => boolean): Ids {
  return [...ids].some(leaves) ? new Set([...ids].filter((id) => !leaves(id))) : ids;
}

interface Options {
  ticked: Ids;
  setTicked: Dispatch<SetStateAction<Ids>>;
  /** The loaded rows in their latest version. */
  rows: readonly BatchTask[];
  /** Rows that are about to be deleted; undoing that ticks them again. */
  leaving: Ids;
}

/** The ticked rows that can be added to the pipeline. */
export function useSelectedRows({ ticked, setTicked, rows, leaving }: Options): Ids {
  const settled = new Set(ticked.size > 0 ? rows.filter((row) => !isSelectable(row)).map(({ id }) => id) : []);
  const kept = withoutRows(ticked, (id) => settled.has(id));
  if (kept !== ticked) setTicked(kept);
  return useMemo(() => withoutRows(kept, (id) => leaving.has(id)), [kept, leaving]);
}
