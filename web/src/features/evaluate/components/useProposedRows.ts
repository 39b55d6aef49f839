// Where the talent pool was matched, the recommended candidates are selected to begin with.
import { useEffect, useEffectEvent, useState } from "react";
import { LEVEL } from "@/entities/application/stages";
import type { Batch } from "@/lib/api/types";
import { useFetchCompleted } from "../api/queue";
import { isSelectable } from "./QueueRow";

interface Options {
  batch: Batch;
  active: boolean;
  canPromote: boolean;
  onProposed: (ids: ReadonlySet<string>) => void;
  onFailed: (error: unknown) => void;
}

/** Whether they are being looked up. */
export function useProposedRows({ batch, active, canPromote, onProposed, onFailed }: Options): boolean {
  const fetchCompleted = useFetchCompleted(batch.id);
  const [isDone, setDone] = useState(false);
  // Once some were added, the person has chosen.
  const isWanted =
    batch.source === "pool" && canPromote && !active && batch.promotable > 0 && batch.promoted === 0 && !isDone;
  const propose = useEffectEvent(async (isCancelled: () => boolean) => {
    try {
      const levels = [LEVEL.strong, LEVEL.recommended];
      const found = await Promise.all(levels.map((level) => fetchCompleted({ level, search: "" })));
      if (isCancelled()) return;
      const ids = new Set(
        found
          .flat()
          .filter(isSelectable)
          .map(({ id }) => id),
      );
      if (ids.size > 0) onProposed(ids);
    } catch (error) {
      if (isCancelled()) return;
      onFailed(error);
    }
    setDone(true);
  });
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    void propose(() => isLeft);
    return () => {
      isLeft = true;
    };
  }, [isWanted]);
  return isWanted;
}
