// The marks of the strips in a list: the one that is pointed at, and the same criterion in all rows, which is lit with it.
import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";

/** A mark is asked about when the pointer rests on it. */
const REST_MS = 150;

export interface PointedMark {
  /** The row it stands in. */
  row: number;
  /** Its place in the strip. */
  at: number;
  box: DOMRect;
}

/** The place in its strip of the mark that was hit; null where none was. */
export function markAt(target: EventTarget): number | null {
  const mark = (target as Element).closest<HTMLElement>("[data-mark]")?.dataset["mark"];
  return mark === undefined ? null : Number(mark);
}

export function useMarks() {
  const [pointed, setPointed] = useState<PointedMark | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lit = useRef<readonly HTMLElement[]>([]);
  const light = useCallback((marks: readonly HTMLElement[]) => {
    for (const mark of lit.current) delete mark.dataset["lit"];
    for (const mark of marks) mark.dataset["lit"] = "true";
    lit.current = marks;
  }, []);
  const leave = useCallback(() => {
    clearTimeout(rest.current);
    light([]);
    setPointed(null);
  }, [light]);
  useEffect(() => () => clearTimeout(rest.current), []);

  const onPointerOver = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      const at = markAt(event.target);
      if (at === null || event.pointerType === "touch") return leave();
      const row = (event.target as Element).closest<HTMLElement>("[data-index]")?.dataset["index"];
      const box = (event.target as Element).closest("[data-mark]")?.getBoundingClientRect();
      if (row === undefined || !box) return;
      light([...event.currentTarget.querySelectorAll<HTMLElement>(`[data-mark="${at}"]`)]);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => setPointed({ row: Number(row), at, box }), REST_MS);
    },
    [leave, light],
  );
  return { pointed, handlers: { onPointerOver, onPointerLeave: leave } };
}
