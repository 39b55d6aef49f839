// A virtual list with its own scroll container and rows of any height.
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { type Focus, useVirtualRows } from "./useVirtualRows";
import styles from "./VirtualList.module.css";

interface Props<T> {
  items: readonly T[];
  idOf: (item: T) => string;
  /** Estimated row height in pixels. */
  estimate: number;
  gap?: number;
  label: string;
  className?: string | undefined;
  /** The row to scroll to and focus. */
  focus?: Focus | null;
  /** Selector of a row's focusable element, which goes with `focus`. */
  focusable?: (id: string) => string;
  /** Called near the end, to load more. */
  onEnd?: (() => void) | undefined;
  isBusy?: boolean;
  children: (item: T) => ReactNode;
}

export function VirtualList<T>(props: Props<T>) {
  const { items, idOf, focus, focusable, onEnd } = props;
  const reachedEnd = useEffectEvent((until: number) => {
    if (until >= items.length - 1) onEnd?.();
  });
  const { holder, rows, height, topOf, measureRow, reveal } = useVirtualRows({
    count: items.length,
    keyOf: (index) => {
      const item = items[index];
      return item === undefined ? index : idOf(item);
    },
    estimate: props.estimate,
    gap: props.gap ?? 0,
    overscan: 6,
    scroll: "element",
  });
  const last = rows.at(-1)?.index ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when more rows have come and the end is still on screen
  useEffect(() => {
    if (last >= 0) reachedEnd(last);
  }, [last, items.length]);

  const done = useRef(0);
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  useEffect(() => {
    if (!focus || !focusable || focus.request === done.current) return;
    const index = items.findIndex((item) => idOf(item) === focus.id);
    if (index < 0) return;
    done.current = focus.request;
    // A row that renders meanwhile keeps the request.
    cancel.current();
    cancel.current = reveal(index, focusable(focus.id));
  }, [focus, items, idOf, focusable, reveal]);

  return (
    <div ref={holder} className={props.className} aria-busy={props.isBusy} data-busy={props.isBusy}>
      <ul className={styles.list} style={{ height }} aria-label={props.label}>
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              key={row.key}
              ref={measureRow}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className={styles.item}
              style={{ transform: `translateY(${topOf(row)}px)` }}
            >
              {props.children(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
