// Virtual list hook: only visible rows are rendered, with its own scroll container or the window's.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  useVirtualizer,
  type VirtualItem,
  windowScroll,
} from "@tanstack/react-virtual";
import { type RefCallback, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

export interface Focus {
  id: string;
  /** Increased with every request, so that the same row can be requested again. */
  request: number;
}

interface Options {
  count: number;
  /** A row's key, under which measurements are stored. */
  keyOf: (index: number) => string | number;
  /** Estimated row height in pixels. */
  estimate: number;
  gap?: number;
  overscan?: number;
  /** The scroll container: the list's own element, or the window. */
  scroll: "element" | "window";
  /** Space taken by sticky elements when scrolling to a row. */
  padding?: { start: number; end: number };
  /** Called with the visible range. */
  onRange?: ((from: number, until: number) => void) | undefined;
}

interface VirtualRows {
  /** The scrolling element, or the list if the window scrolls. */
  holder: RefObject<HTMLDivElement | null>;
  rows: readonly VirtualItem[];
  /** Total height of all rows. */
  height: number;
  /** A row's position within the list. */
  topOf: (row: VirtualItem) => number;
  /** Ref for rows of variable height. */
  measureRow: RefCallback<HTMLElement>;
  /** Call it when row heights change. */
  remeasure: () => void;
  /** Scrolls to a row and then focuses the element matching the selector. */
  reveal: (index: number, selector: string) => () => void;
}

export function useVirtualRows(options: Options): VirtualRows {
  const { count, keyOf, estimate, gap = 0, overscan = 8, scroll, padding, onRange } = options;
  const holder = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isWindow = scroll === "window";
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getItemKey: keyOf,
    estimateSize: () => estimate,
    gap,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: padding?.start ?? 0,
    scrollPaddingEnd: padding?.end ?? 0,
    // The window is observed and scrolled by the functions below.
    getScrollElement: () => (isWindow ? (window as unknown as HTMLElement) : holder.current),
    initialOffset: () => (isWindow ? window.scrollY : 0),
    observeElementRect: (instance, report) =>
      isWindow ? observeWindowRect(instance as never, report) : observeElementRect(instance as never, report),
    observeElementOffset: (instance, report) =>
      isWindow ? observeWindowOffset(instance as never, report) : observeElementOffset(instance as never, report),
    scrollToFn: (offset, how, instance) =>
      isWindow ? windowScroll(offset, how, instance as never) : elementScroll(offset, how, instance as never),
  });
  const rows = virtual.getVirtualItems();
  const from = rows[0]?.index ?? 0;
  const until = rows.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(from, until), [from, until, onRange]);

  // Content above the list may grow and push it down.
  useLayoutEffect(() => {
    if (!isWindow) return;
    const measure = () => setTop(Math.round((holder.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isWindow]);

  return {
    holder,
    rows,
    height: virtual.getTotalSize(),
    topOf: (row) => row.start - top,
    measureRow: virtual.measureElement,
    remeasure: () => virtual.measure(),
    reveal: (index, selector) => {
      virtual.scrollToIndex(index);
      const frame = requestAnimationFrame(() =>
        holder.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
      );
      return () => cancelAnimationFrame(frame);
    },
  };
}
