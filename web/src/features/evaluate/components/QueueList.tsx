// The live queue: thousands of rows, of which those on screen exist. The archive's order, so that nothing moves while it is read.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by hand cannot be table elements; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are read, not operated; what is operated in them is a button
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BatchTask } from "@/lib/api/types";
import { useIsPhone } from "@/ui/theme/appearance";
import styles from "./QueueList.module.css";
import { QueueRow, type RowActions } from "./QueueRow";

const ROW = 56;
const ROW_PHONE = 104;
/** Room the sticky heads take when a row is scrolled to. */
const MARGIN_TOP = 120;

interface Props {
  count: number;
  at: (index: number) => BatchTask | undefined;
  /** Tells which rows are on screen. */
  onRange: (from: number, until: number) => void;
  /** The row the keyboard is at. */
  current: number;
  openId: string | null;
  selected: ReadonlySet<string>;
  leaving: ReadonlySet<string>;
  criteria: readonly string[] | null;
  actions: RowActions;
}

export function QueueList(props: Props) {
  const { t } = useTranslation("evaluate");
  const { count, at, onRange, current, actions } = props;
  const phone = useIsPhone();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => (phone ? ROW_PHONE : ROW),
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: MARGIN_TOP,
    scrollPaddingEnd: 96,
  });
  const items = virtual.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const until = items.at(-1)?.index ?? 0;

  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer asks for new heights when the layout changes
  useLayoutEffect(() => virtual.measure(), [phone]);

  useEffect(() => onRange(from, until), [from, until, onRange]);

  const followed = useRef(current);
  useEffect(() => {
    if (followed.current === current || current < 0) return;
    followed.current = current;
    virtual.scrollToIndex(current);
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${current}"] [data-open]`)?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current, virtual]);

  return (
    <div role="table" aria-label={t("list.label")} aria-rowcount={count + 1} className={styles.table}>
      <div role="row" aria-rowindex={1} className={styles.head}>
        <span role="columnheader" className={styles.check}>
          <span className="visually-hidden">{t("list.select")}</span>
        </span>
        <span role="columnheader">{t("list.file")}</span>
        <span role="columnheader" className={styles.evidence}>
          {t("list.evidence")}
        </span>
        <span role="columnheader" className={styles.score}>
          {t("list.score")}
        </span>
        <span role="columnheader" className={styles.level}>
          {t("list.level")}
        </span>
        <span role="columnheader">
          <span className="visually-hidden">{t("list.actions")}</span>
        </span>
      </div>
      <div ref={list} role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const task = at(item.index);
          const place = { transform: `translateY(${item.start - top}px)`, height: item.size };
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              data-index={item.index}
              data-current={item.index === current}
              data-open={task !== undefined && task.id === props.openId}
              data-selected={task !== undefined && props.selected.has(task.id)}
              className={styles.row}
              style={place}
            >
              {task ? (
                <QueueRow
                  task={task}
                  selected={props.selected.has(task.id)}
                  leaving={props.leaving.has(task.id)}
                  criteria={props.criteria}
                  index={item.index}
                  actions={actions}
                />
              ) : (
                <Pending />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Pending() {
  return (
    <>
      <span role="cell" className={styles.check} />
      <span role="cell" className={styles.waiting} />
    </>
  );
}
