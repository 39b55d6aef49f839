// Evidence marks in a list: the one under the pointer, with the same criterion highlighted in all rows.
import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";

/** Hover delay. */
const HOVER_DELAY_MS = 150;

export interface PointedMark {
  /** Index of the row. */
  row: number;
  /** Index in the strip. */
  at: number;
  box: DOMRect;
  /** The mark itself. */
  element: HTMLElement;
}

/** The index of the mark at the event target; null without one. */
export function markAt(target: EventTarget): number | null {
  const mark = (target as Element).closest<HTMLElement>("[data-mark]")?.dataset["mark"];
  return mark === undefined ? null : Number(mark);
}

/** What a mark is about: its criterion; its place in strips that do not name theirs. */
function subjectOf({ dataset }: HTMLElement): string | undefined {
  return dataset["criterion"] ?? dataset["mark"];
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
      const mark = (event.target as Element).closest<HTMLElement>("[data-mark]");
      if (row === undefined || !mark) return;
      const box = mark.getBoundingClientRect();
      const marks = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-mark]")];
      light(marks.filter((one) => subjectOf(one) === subjectOf(mark)));
      clearTimeout(rest.current);
      rest.current = setTimeout(() => setPointed({ row: Number(row), at, box, element: mark }), HOVER_DELAY_MS);
    },
    [leave, light],
  );
  return {
    pointed,
    handlers: { onPointerOver, onPointerLeave: leave, onPointerDown: leave, onScrollCapture: leave },
  };
}
