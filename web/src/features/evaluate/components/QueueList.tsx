// The live queue, thousands of rows. The archive's order, so that nothing moves while it is read.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by hand cannot be table elements; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are read, not operated; what is operated in them is a button

import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMarks } from "@/entities/application/useMarks";
import type { BatchTask } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import { useVirtualRows } from "@/ui/lists/useVirtualRows";
import { useIsPhone } from "@/ui/theme/appearance";
import styles from "./QueueList.module.css";
import { QueueRow, type RowActions } from "./QueueRow";

const TaskMarkTip = lazyPart(async () => ({ default: (await import("./TaskMarkTip")).TaskMarkTip }), "overlay");

const ROW = 40;
const ROW_PHONE = 104;
/** Height of the sticky header, when scrolling to a row. */
const MARGIN_TOP = 120;
const MARGIN_BOTTOM = 96;

interface Props {
  count: number;
  at: (index: number) => BatchTask | undefined;
  /** Reports the rows on screen. */
  onRange: (from: number, until: number) => void;
  /** The row with keyboard focus. */
  current: number;
  openId: string | null;
  selected: ReadonlySet<string>;
  leaving: ReadonlySet<string>;
  criteria: readonly string[] | null;
  actions: RowActions;
  /** Selects all selectable rows, or none; null if none is selectable. */
  selectAll: { state: "none" | "some" | "all"; busy: boolean; toggle: () => void } | null;
  /** Name, evidence and score only, next to an open panel. */
  compact: boolean;
}

export function QueueList(props: Props) {
  const { t } = useTranslation("evaluate");
  const { count, at, onRange, current, actions } = props;
  const phone = useIsPhone();
  const { pointed, handlers } = useMarks();
  const pointedTask = pointed ? at(pointed.row) : undefined;
  const { holder, rows, height, topOf, remeasure, reveal } = useVirtualRows({
    count,
    keyOf: (index) => index,
    estimate: phone ? ROW_PHONE : ROW,
    scroll: "window",
    padding: { start: MARGIN_TOP, end: MARGIN_BOTTOM },
    onRange,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have other heights when the layout changes
  useLayoutEffect(remeasure, [phone]);

  const followed = useRef(current);
  const show = useEffectEvent((index: number) => reveal(index, `[data-index="${index}"] [data-open]`));
  useEffect(() => {
    if (followed.current === current || current < 0) return;
    followed.current = current;
    return show(current);
  }, [current]);

  return (
    <div
      role="table"
      aria-label={t("list.label")}
      aria-rowcount={count + 1}
      className={styles.table}
      data-compact={props.compact}
      {...handlers}
    >
      <div role="row" aria-rowindex={1} className={styles.head}>
        <span role="columnheader" className={styles.check}>
          {props.selectAll ? (
            <input
              type="checkbox"
              ref={(box) => {
                if (box) box.indeterminate = props.selectAll?.state === "some";
              }}
              checked={props.selectAll.state === "all"}
              disabled={props.selectAll.busy}
              aria-label={t("list.select_all")}
              onChange={props.selectAll.toggle}
            />
          ) : (
            <span className="visually-hidden">{t("list.select")}</span>
          )}
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
      <div ref={holder} role="rowgroup" className={styles.rows} style={{ height }}>
        {rows.map((item) => {
          const task = at(item.index);
          const place = { transform: `translateY(${topOf(item)}px)`, height: item.size };
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
                <RowPlaceholder />
              )}
            </div>
          );
        })}
      </div>
      <Suspense>{pointed && pointedTask ? <TaskMarkTip task={pointedTask} mark={pointed} /> : null}</Suspense>
    </div>
  );
}

function RowPlaceholder() {
  return (
    <>
      <span role="cell" className={styles.check} />
      <span role="cell" className={styles.waiting} />
    </>
  );
}
