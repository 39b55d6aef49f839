// What is shown about the card or mark under the pointer, and about the focused card.
import { type FocusEvent, type PointerEvent, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { BoardCard } from "@/entities/application/boardLogic";
import { useMarks } from "@/entities/application/useMarks";
import { lazyPart } from "@/ui/late/lazyPart";

const CardMarkTip = lazyPart(async () => ({ default: (await import("./CardTips")).CardMarkTip }), "overlay");
const SummaryTip = lazyPart(async () => ({ default: (await import("./CardTips")).SummaryTip }), "overlay");

/** Later than a mark's, so that moving over the board shows nothing. */
const DELAY_MS = 400;

const cardAt = (target: EventTarget) => (target as Element).closest<HTMLElement>("[data-card]");

/** `withSummary` when the cards themselves do not show it. */
export function useCardTips(byId: ReadonlyMap<string, BoardCard>, withSummary: boolean) {
  const { pointed: mark, handlers: marks } = useMarks();
  const [pointed, setPointed] = useState<{ id: string; box: DOMRect } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string | null>(null);
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    waiting.current = null;
    setPointed(null);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wait = (card: HTMLElement | null) => {
    const id = card?.dataset["card"];
    if (!card || !id) return leave();
    if (waiting.current === id) return;
    leave();
    waiting.current = id;
    timer.current = setTimeout(() => setPointed({ id, box: card.getBoundingClientRect() }), DELAY_MS);
  };
  const both = () => {
    marks.onPointerLeave();
    leave();
  };
  const handlers = {
    onPointerOver: (event: PointerEvent<HTMLElement>) => {
      marks.onPointerOver(event);
      if (event.pointerType !== "touch") wait(cardAt(event.target));
    },
    onPointerLeave: both,
    onPointerDown: both,
    onScrollCapture: both,
    // As the keyboard moves it, not where a click puts it.
    onFocus: ({ target }: FocusEvent<HTMLElement>) => wait(target.matches(":focus-visible") ? cardAt(target) : null),
    onBlur: leave,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === "Escape" || key === " ") both();
    },
  };
  const markedId = mark ? cardAt(mark.element)?.dataset["card"] : undefined;
  const marked = markedId ? byId.get(markedId) : undefined;
  const summed = withSummary && pointed ? byId.get(pointed.id) : undefined;
  const tip = (
    <Suspense>
      {mark && marked ? (
        <CardMarkTip card={marked} at={mark.at} box={mark.box} />
      ) : pointed && summed?.summary ? (
        <SummaryTip text={summed.summary} box={pointed.box} />
      ) : null}
    </Suspense>
  );
  return { handlers, tip };
}
