// Delayed delete with undo; leaving the page deletes at once.
import { useCallback, useEffect, useRef, useState } from "react";

export const UNDO_MS = 5_000;

/** `run` resolves to whether it was deleted. */
export function useDelayedDelete(run: (id: string) => Promise<boolean>) {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });

  const discard = useCallback((id: string) => {
    timers.current.delete(id);
    setLeaving(new Set(timers.current.keys()));
  }, []);

  const remove = useCallback(
    (id: string) => {
      if (timers.current.has(id)) return;
      const timer = setTimeout(() => {
        discard(id);
        void latest.current(id);
      }, UNDO_MS);
      timers.current.set(id, timer);
      setLeaving(new Set(timers.current.keys()));
    },
    [discard],
  );

  const restore = useCallback(
    (id: string) => {
      clearTimeout(timers.current.get(id));
      discard(id);
    },
    [discard],
  );

  /** Deletes at once what could still be restored; resolves to whether all of it was deleted. */
  const flush = useCallback(async () => {
    const ids = [...timers.current.keys()];
    for (const id of ids) restore(id);
    return (await Promise.all(ids.map((id) => latest.current(id)))).every(Boolean);
  }, [restore]);

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const [id, timer] of pending) {
        clearTimeout(timer);
        void latest.current(id);
      }
      pending.clear();
    };
  }, []);

  return { leaving, remove, restore, flush };
}
