// The one virtual list: of thousands of rows those on screen exist, whether the list scrolls by itself or with the window.
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
  /** Rises with every request, so that asking for the same row again counts. */
  request: number;
}

interface Options {
  count: number;
  /** A row's key; rows keep what was measured of them under it. */
  keyOf: (index: number) => string | number;
  /** About what a row measures, in pixels. */
  estimate: number;
  gap?: number;
  overscan?: number;
  /** What scrolls: an element of the list's own, or the window. */
  scroll: "element" | "window";
  /** Room that sticky heads and bars take when a row is scrolled to. */
  padding?: { start: number; end: number };
  /** Hears which rows are on screen. */
  onRange?: ((from: number, until: number) => void) | undefined;
}

interface VirtualRows {
  /** Of the element that scrolls, or of the list where the window does. */
  holder: RefObject<HTMLDivElement | null>;
  rows: readonly VirtualItem[];
  /** Height of all rows. */
  height: number;
  /** Where a row stands within the list. */
  topOf: (row: VirtualItem) => number;
  /** To be given to rows whose height is their own. */
  measureRow: RefCallback<HTMLElement>;
  /** Rows have another height now. */
  remeasure: () => void;
  /** Scrolls to a row and, once it is there, focuses what the selector finds in the list. */
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
    // The window is observed and scrolled by functions of its own below.
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

  // In the window, what stands above the list may grow and push it down.
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
