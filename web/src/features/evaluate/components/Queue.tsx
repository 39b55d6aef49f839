// A batch: progress, failures, entries, and promotion to the pipeline.
import { App, type InputRef } from "antd";
import { ArrowDownWideNarrow } from "lucide-react";
import { type ChangeEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isBatchActive } from "@/entities/batch/progress";
import { useInvalidateBatches } from "@/entities/batch/queries";
import { useCriterionNames } from "@/entities/job/rubric";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { trayOf } from "@/entities/task/trayBatches";
import { useFormats } from "@/i18n/format";
import { ApiProblem } from "@/lib/api/problem";
import type { Batch, BatchTask, Promotion, RecommendationLevel, TaskStatus } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { ErrorState } from "@/ui/states/ErrorState";
import { StaleNotice } from "@/ui/states/QueryView";
import { useClearTasks, useDeleteTask, usePromoteTasks, useReplaceFile, useRetryTasks } from "../api/actions";
import { pagesOf, useFetchCompleted, useQueueRows } from "../api/queue";
import { MAX_RESUME, RESUME_TYPES } from "../logic/files";
import { FailedEntries, SkippedEntries } from "./FailedEntries";
import { PromoteBar } from "./PromoteBar";
import styles from "./Queue.module.css";
import { QueueHeader } from "./QueueHeader";
import { QueueList } from "./QueueList";
import { isSelectable, type RowActions } from "./QueueRow";
import { ResultSegments } from "./ResultSegments";
import type { PanelTab } from "./TaskPanel";
import { useDelayedDelete } from "./useDelayedDelete";
import { NO_ROWS, useSelectedRows, withoutRows } from "./useSelectedRows";

// Loaded when first shown.
const TaskPanel = lazy(async () => ({ default: (await import("./TaskPanel")).TaskPanel }));
const LevelChanges = lazy(async () => ({ default: (await import("./LevelChanges")).LevelChanges }));

const FILTERS = ["all", "completed", "failed", "skipped"] as const;
type Filter = (typeof FILTERS)[number];
/** Scrolled this far, the user is reading rows. */
const READING_SCROLL_PX = 200;

function countOf(batch: Batch, filter: Filter): number {
  if (filter !== "all") return batch.counts[filter];
  return Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
}

export function Queue({ batch }: { batch: Batch }) {
  const { t } = useTranslation("evaluate");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const active = isBatchActive(batch);
  const [filter, setFilter] = useState<Filter>("all");
  const [level, setLevel] = useState<RecommendationLevel | null>(null);
  const [search, setSearch] = useState("");
  const [range, setRange] = useState({ from: 0, until: 0 });
  const [current, setCurrent] = useState(-1);
  const [opened, setOpened] = useState<BatchTask | null>(null);
  const [tab, setTab] = useState<PanelTab>("evaluation");
  /** The criterion whose quotation the panel shows first. */
  const [mark, setMark] = useState<number | null>(null);
  const [ticked, setTicked] = useState(NO_ROWS);
  const [result, setResult] = useState<Promotion | null>(null);
  const searchBox = useRef<InputRef>(null);

  const status: TaskStatus | null = filter === "all" ? null : filter;
  const [ranked, setRanked] = useRanked(active, opened !== null || current >= 0 || ticked.size > 0);
  const sort = ranked ? "score" : "position";
  const rows = useQueueRows({ batchId: batch.id, status, level, search, sort, ...range, active });
  // Without filters, the batch's counts are newer than the rows' total.
  const count = search || level ? (rows.total ?? 0) : countOf(batch, filter);
  const { at } = rows;
  const criteria = useCriterionNames(batch.job_id);

  const tray = trayOf(useOrganizationId());
  useRefetchWhenFinished(active);

  const canExecute = useCan("evaluate:execute");
  const canDelete = useCan("evaluate:delete");
  const canPromote = useCan("evaluate:move");
  const retry = useRetryTasks();
  const remove = useDeleteTask();
  const replace = useReplaceFile();
  const clear = useClearTasks(batch.id);
  const promote = usePromoteTasks(batch.id);
  const failed = useCallback(
    (title: string) => (error: unknown) => message.error(`${title} ${errorText(error)}`),
    [message, errorText],
  );
  const delayed = useDelayedDelete((id) => {
    setTicked((former) => withoutRows(former, (one) => one === id));
    const deleted = remove.mutateAsync(id).then(() => true);
    return deleted.catch((error: unknown) => {
      failed(t("failed.delete"))(error);
      return false;
    });
  });
  const selected = useSelectedRows({ ticked, setTicked, rows: rows.loaded, leaving: delayed.leaving });

  const retryTasks = useCallback(
    (tasks: readonly BatchTask[]) => {
      tray.showAgain(batch.id);
      retry.mutate(tasks, {
        onSuccess: ({ retried, errors }) => {
          if (retried > 0) message.success(t("done.retry", { count: retried }));
          if (errors.length > 0) failed(t("failed.retry", { count: errors.length }))(errors[0]);
        },
      });
    },
    [retry.mutate, tray, batch.id, message, t, failed],
  );
  const filePicker = useRef<HTMLInputElement>(null);
  const replaced = useRef<BatchTask | null>(null);
  const chooseFile = useCallback((task: BatchTask) => {
    replaced.current = task;
    filePicker.current?.click();
  }, []);
  const replaceFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    const task = replaced.current;
    // The same file can be chosen again.
    event.target.value = "";
    if (!file || !task) return;
    const onError = failed(t("failed.replace"));
    if (file.size > MAX_RESUME) {
      onError(new ApiProblem({ status: 413, code: "request.too_large" }));
      return;
    }
    tray.showAgain(batch.id);
    replace.mutate(
      { taskId: task.id, file },
      { onSuccess: () => message.success(t("done.replace", { name: file.name })), onError },
    );
  };
  // Resumes from elsewhere belong to people who are known already.
  const canReplace = canExecute && (batch.source === "upload" || batch.source === "mail");
  const clearTasks = (which: "failed" | "skipped") =>
    clear.mutate(which, {
      onSuccess: (done) => message.success(t("done.clear", { count: done })),
      onError: failed(t("failed.clear")),
    });
  const promoteTasks = async () => {
    // Without ids the server adds all entries, those about to be deleted included.
    if (selected.size === 0 && !(await delayed.flush())) return;
    promote.mutate(selected.size > 0 ? [...selected] : null, {
      onSuccess: (promotion) => {
        setResult(promotion);
        setTicked(NO_ROWS);
      },
      onError: failed(t("failed.promote")),
    });
  };

  const anchor = useRef<number | null>(null);
  const rowAt = useRef(at);
  useEffect(() => {
    rowAt.current = at;
  });
  const select = useCallback((task: BatchTask, index: number, range: boolean) => {
    if (!isSelectable(task)) return;
    const from = range && anchor.current !== null ? anchor.current : index;
    anchor.current = index;
    const between = Array.from({ length: Math.abs(index - from) + 1 }, (_, step) => Math.min(from, index) + step)
      .map((place) => rowAt.current(place))
      .filter((row) => row !== undefined && isSelectable(row));
    setTicked((former) => {
      const next = new Set(former);
      if (from !== index) for (const row of between) next.add(row?.id ?? "");
      else if (!next.delete(task.id)) next.add(task.id);
      return next;
    });
  }, []);
  const open = useCallback((task: BatchTask, index: number, which: PanelTab, at: number | null = null) => {
    setOpened(task);
    setTab(which);
    setMark(at);
    if (index >= 0) setCurrent(index);
  }, []);
  const actions = useMemo<RowActions>(
    () => ({
      open: (task, index) => open(task, index, "evaluation"),
      quote: (task, index, at) => open(task, index, "file", at),
      file: (task, index) => open(task, index, "file"),
      select,
      retry: (task) => retryTasks([task]),
      replace: chooseFile,
      remove: (task) => delayed.remove(task.id),
      restore: (task) => delayed.restore(task.id),
      may: { select: canPromote, retry: canExecute, replace: canReplace, remove: canDelete },
    }),
    [
      open,
      select,
      retryTasks,
      chooseFile,
      delayed.remove,
      delayed.restore,
      canPromote,
      canExecute,
      canReplace,
      canDelete,
    ],
  );
  const fetchCompleted = useFetchCompleted(batch.id);
  const [isSelecting, setSelecting] = useState(false);
  const selectAll = async () => {
    if (selected.size > 0) return setTicked(NO_ROWS);
    setSelecting(true);
    try {
      const found = await fetchCompleted({ level, search });
      setTicked(new Set(found.filter(isSelectable).map(({ id }) => id)));
    } catch (error) {
      failed(t("failed.select"))(error);
    }
    setSelecting(false);
  };
  // Set state only when other pages become visible.
  const onRange = useCallback(
    (from: number, until: number) =>
      setRange((former) =>
        pagesOf(former.from, former.until).join() === pagesOf(from, until).join() ? former : { from, until },
      ),
    [],
  );

  const step = (by: 1 | -1) => {
    const next = Math.min(Math.max(current + by, 0), count - 1);
    setCurrent(next);
    setMark(null);
    const task = at(next);
    if (opened && task) setOpened(task);
  };
  const here = current >= 0 ? at(current) : undefined;
  // A row can be opened by keyboard before it has loaded.
  const [awaited, setAwaited] = useState<number | null>(null);
  if (here && awaited !== null) {
    setAwaited(null);
    if (awaited === current) open(here, current, "evaluation");
  }
  useHotkeys([
    { keys: "j", label: t("keys.next"), run: () => step(1), enabled: count > 0 },
    { keys: "k", label: t("keys.previous"), run: () => step(-1), enabled: count > 0 },
    {
      keys: "Enter",
      label: t("keys.open"),
      run: () => (here ? open(here, current, "evaluation") : setAwaited(current)),
      enabled: count > 0,
    },
    {
      keys: "x",
      label: t("keys.select"),
      run: () => here && select(here, current, false),
      enabled: count > 0 && canPromote,
    },
    { keys: "/", label: t("keys.search"), run: () => searchBox.current?.focus(), enabled: count > 0 || search !== "" },
  ]);

  const shownTask = opened ? (findShown(at, current, opened.id) ?? opened) : null;
  return (
    <div className={styles.queue} data-panel={shownTask !== null}>
      <QueueHeader batch={batch}>
        {active ? null : <ResultSegments batchId={batch.id} value={level} onChange={setLevel} />}
      </QueueHeader>
      <Suspense>{batch.source === "reevaluation" && !active ? <LevelChanges batchId={batch.id} /> : null}</Suspense>
      <FailedEntries
        batch={batch}
        busy={retry.isPending || clear.isPending}
        onRetry={retryTasks}
        onReplace={canReplace ? chooseFile : null}
        onOpen={(task) => open(task, -1, "evaluation")}
        onClear={clearTasks}
      />
      <SkippedEntries
        batch={batch}
        busy={clear.isPending}
        onOpen={(task) => open(task, -1, "evaluation")}
        onClear={clearTasks}
      />
      {countOf(batch, "all") > 0 ? (
        <>
          <div className={styles.tools}>
            <Filters batch={batch} value={filter} onChange={setFilter} />
            <button type="button" className={styles.ranked} aria-pressed={ranked} onClick={() => setRanked(!ranked)}>
              <ArrowDownWideNarrow size={15} aria-hidden="true" /> {t("list.ranked")}
            </button>
            <SearchBox
              ref={searchBox}
              className={styles.search}
              label={t("list.search")}
              value={search}
              onChange={setSearch}
            />
          </div>
          {rows.error && rows.total !== undefined ? <StaleNotice retry={rows.refetch} /> : null}
          {rows.error && rows.total === undefined ? (
            <ErrorState error={rows.error} retry={rows.refetch} />
          ) : count === 0 ? (
            <EmptyState text={search || level ? t("list.nothing_found") : t("list.nothing_here")} />
          ) : (
            <QueueList
              key={`${batch.id} ${filter} ${level} ${sort} ${search}`}
              count={count}
              at={at}
              onRange={onRange}
              current={current}
              openId={opened?.id ?? null}
              selected={selected}
              leaving={delayed.leaving}
              criteria={criteria}
              actions={actions}
              selectAll={
                canPromote && batch.promotable > 0 && (filter === "all" || filter === "completed")
                  ? {
                      state: selected.size === 0 ? "none" : selected.size < batch.promotable ? "some" : "all",
                      busy: isSelecting,
                      toggle: () => void selectAll(),
                    }
                  : null
              }
              compact={shownTask !== null}
            />
          )}
        </>
      ) : null}
      <PromoteBar
        batch={batch}
        active={active}
        selected={selected.size}
        busy={promote.isPending}
        result={result}
        onPromote={() => void promoteTasks()}
        onUnselect={() => setTicked(NO_ROWS)}
      />
      <input
        ref={filePicker}
        type="file"
        hidden
        accept={RESUME_TYPES}
        aria-label={t("panel.replace")}
        onChange={replaceFile}
      />
      <Suspense>
        {shownTask ? (
          <TaskPanel
            task={shownTask}
            tab={tab}
            mark={mark}
            onTab={setTab}
            onClose={() => setOpened(null)}
            actions={actions}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** The current version of the opened row. */
function findShown(at: (index: number) => BatchTask | undefined, index: number, id: string): BatchTask | undefined {
  const task = index >= 0 ? at(index) : undefined;
  return task?.id === id ? task : undefined;
}

function Filters(props: { batch: Batch; value: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const names: Record<Filter, string> = {
    all: t("filter.all"),
    completed: t("filter.completed"),
    failed: t("filter.failed"),
    skipped: t("filter.skipped"),
  };
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{t("filter.label")}</legend>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={props.value === filter}
          onClick={() => props.onChange(filter)}
        >
          {names[filter]} <span>{formats.number(countOf(props.batch, filter))}</span>
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Whether to sort by score. A running batch keeps the archive's order, so that rows stay in place; once done it is
 * sorted by score, unless the user is reading it.
 */
function useRanked(active: boolean, reading: boolean) {
  const [ranked, setRanked] = useState(!active);
  const was = useRef(active);
  useEffect(() => {
    if (was.current && !active && !reading && window.scrollY < READING_SCROLL_PX) setRanked(true);
    was.current = active;
  }, [active, reading]);
  return [ranked, setRanked] as const;
}

/** Refetches the visible rows once when the batch finishes. */
function useRefetchWhenFinished(active: boolean): void {
  const changed = useInvalidateBatches();
  const was = useRef(active);
  useEffect(() => {
    if (was.current && !active) void changed();
    was.current = active;
  }, [active, changed]);
}
