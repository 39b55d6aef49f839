// A batch: progress, failures, entries, and promotion to the pipeline.

import { App, type InputRef } from "antd";
import { ArrowDownWideNarrow } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ModelOffer } from "@/entities/ai/components/ModelOffer";
import { UncheckedNotice } from "@/entities/ai/components/UncheckedNotice";
import { isBatchActive } from "@/entities/batch/progress";
import { useInvalidateBatches } from "@/entities/batch/queries";
import { useCriterionNames } from "@/entities/job/rubric";
import { useCan } from "@/entities/session/memberships";
import type { Batch, BatchTask, Promotion, RecommendationLevel, TaskStatus } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { lazyPart } from "@/ui/late/lazyPart";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { ErrorState } from "@/ui/states/ErrorState";
import { StaleNotice } from "@/ui/states/QueryView";
import { useDeleteTask, usePromoteTasks } from "../api/actions";
import { pagesOf, useFetchCompleted, useQueueRows } from "../api/queue";
import { FailedEntries, SkippedEntries } from "./FailedEntries";
import { PromoteBar } from "./PromoteBar";
import styles from "./Queue.module.css";
import { countOf, type Filter, QueueFilters } from "./QueueFilters";
import { QueueHeader } from "./QueueHeader";
import { QueueList } from "./QueueList";
import { isSelectable, isUnassessed, type RowActions } from "./QueueRow";
import { ResultSegments } from "./ResultSegments";
import type { PanelTab } from "./TaskPanel";
import { useDelayedDelete } from "./useDelayedDelete";
import { useFailedActions } from "./useFailedActions";
import { useProposedRows } from "./useProposedRows";
import { NO_ROWS, useSelectedRows, withoutRows } from "./useSelectedRows";

// Loaded when first shown.
const TaskPanel = lazyPart(async () => ({ default: (await import("./TaskPanel")).TaskPanel }), "overlay");
const LevelChanges = lazyPart(async () => ({ default: (await import("./LevelChanges")).LevelChanges }));

const EvaluateAgainNotice = lazyPart(async () => ({
  default: (await import("./EvaluateAgainNotice")).EvaluateAgainNotice,
}));

/** Scrolled this far, the user is reading rows. */
const READING_SCROLL_PX = 200;

interface Props {
  batch: Batch;
  /** Whether it is the job's first batch. */
  isFirst?: boolean;
}

export function Queue({ batch, isFirst = false }: Props) {
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

  useRefetchWhenFinished(active);

  const canExecute = useCan("evaluate:execute");
  const canDelete = useCan("evaluate:delete");
  const canPromote = useCan("evaluate:move");
  const remove = useDeleteTask();
  const promote = usePromoteTasks(batch.id);
  const failed = useCallback(
    (title: string) => (error: unknown) => message.error(`${title} ${errorText(error)}`),
    [message, errorText],
  );
  const delayed = useDelayedDelete<string>((id) => {
    setTicked((former) => withoutRows(former, (one) => one === id));
    const deleted = remove.mutateAsync(id).then(() => true);
    return deleted.catch((error: unknown) => {
      failed(t("failed.delete"))(error);
      return false;
    });
  });
  const [proposed, setProposed] = useState<ReadonlySet<string> | null>(null);
  const isProposing = useProposedRows({
    batch,
    active,
    canPromote,
    onProposed: (ids) => {
      setProposed(ids);
      setTicked((former) => (former.size > 0 ? former : ids));
    },
    onFailed: failed(t("failed.select")),
  });
  const entries = useFailedActions(batch);
  // Resumes from elsewhere belong to people who are known already.
  const canReplace = canExecute && (batch.source === "upload" || batch.source === "mail");
  const selected = useSelectedRows({ ticked, setTicked, rows: rows.loaded, leaving: delayed.leaving });

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
      retry: entries.retryTask,
      replace: entries.chooseFile,
      remove: (task) => delayed.remove(task.id),
      restore: (task) => delayed.restore(task.id),
      may: { select: canPromote, retry: canExecute, replace: canReplace, remove: canDelete },
    }),
    [
      open,
      select,
      entries.retryTask,
      entries.chooseFile,
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
      setTicked(new Set(found.filter((task) => isSelectable(task) && !isUnassessed(task)).map(({ id }) => id)));
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
      {isFirst ? <ModelOffer /> : null}
      {active ? null : <UncheckedNotice />}
      <Suspense>{batch.source === "reevaluation" && !active ? <LevelChanges batchId={batch.id} /> : null}</Suspense>
      <FailedEntries
        batch={batch}
        busy={entries.isRetrying}
        onRetry={entries.retryFailed}
        onReplace={canReplace ? entries.chooseFile : null}
        onOpen={(task) => open(task, -1, "evaluation")}
        isClearing={entries.clearing.has("failed")}
        onClear={entries.clear}
        onUndoClear={entries.undoClear}
      />
      <SkippedEntries
        batch={batch}
        onOpen={(task) => open(task, -1, "evaluation")}
        isClearing={entries.clearing.has("skipped")}
        onClear={entries.clear}
        onUndoClear={entries.undoClear}
      />
      {countOf(batch, "all") > 0 ? (
        <>
          <div className={styles.tools}>
            <QueueFilters batch={batch} value={filter} onChange={setFilter} />
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
          <Suspense>{active ? null : <EvaluateAgainNotice batch={batch} rows={rows.loaded} />}</Suspense>
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
        unassessed={rows.loaded.filter((task) => selected.has(task.id) && isUnassessed(task)).length}
        proposed={ticked === proposed}
        busy={promote.isPending || isProposing}
        result={result}
        onPromote={() => void promoteTasks()}
        onUnselect={() => setTicked(NO_ROWS)}
      />
      {entries.fileInput}
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
