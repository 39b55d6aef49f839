// Delayed delete with undo; leaving the page deletes at once.
import { useCallback, useEffect, useRef, useState } from "react";

export const UNDO_MS = 5_000;

export function useDelayedDelete(run: (id: string) => void) {
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
        latest.current(id);
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

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const [id, timer] of pending) {
        clearTimeout(timer);
        latest.current(id);
      }
      pending.clear();
    };
  }, []);

  return { leaving, remove, restore };
}
