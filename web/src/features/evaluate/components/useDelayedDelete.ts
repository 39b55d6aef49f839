// Delayed delete with undo; leaving the page or closing the tab deletes at once.
import { useCallback, useEffect, useRef, useState } from "react";

export const UNDO_MS = 5_000;

/** `run` resolves to whether it was deleted. */
export function useDelayedDelete<Id extends string>(run: (id: Id) => Promise<boolean>) {
  const timers = useRef(new Map<Id, ReturnType<typeof setTimeout>>());
  const [leaving, setLeaving] = useState<ReadonlySet<Id>>(new Set());
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });

  const show = useCallback((id: Id, isLeaving: boolean) => {
    setLeaving((former) => {
      const next = new Set(former);
      if (isLeaving) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

  /** The row stays out of the list until the answer: it shows again only if it was not deleted. */
  const deleteNow = useCallback(
    async (id: Id): Promise<boolean> => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      const isDeleted = await latest.current(id);
      show(id, false);
      return isDeleted;
    },
    [show],
  );

  const remove = useCallback(
    (id: Id) => {
      if (timers.current.has(id)) return;
      timers.current.set(
        id,
        setTimeout(() => void deleteNow(id), UNDO_MS),
      );
      show(id, true);
    },
    [deleteNow, show],
  );

  const restore = useCallback(
    (id: Id) => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      show(id, false);
    },
    [show],
  );

  /** Deletes at once what could still be restored; resolves to whether all of it was deleted. */
  const flush = useCallback(
    async () => (await Promise.all([...timers.current.keys()].map(deleteNow))).every(Boolean),
    [deleteNow],
  );

  useEffect(() => {
    const leave = () => void flush();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [flush]);

  return { leaving, remove, restore, flush };
}
