// One stage of the pipeline: count, filter, cards, and whether dragged cards may be dropped here.
import { Select, Skeleton } from "antd";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLane } from "@/entities/application/board";
import {
  type BoardCard,
  type BoardSort,
  daysSince,
  type LaneCount,
  laneTotal,
} from "@/entities/application/boardLogic";
import { SUB_STATUSES_OF, useStageName, useSubStatusName } from "@/entities/application/stages";
import { useCriterionNames } from "@/entities/job/rubric";
import { useFormats } from "@/i18n/format";
import type { Stage, StageConversion, SubStatus } from "@/lib/api/types";
import type { Focus } from "@/ui/lists/useVirtualRows";
import { ErrorState } from "@/ui/states/ErrorState";
import { StaleNotice } from "@/ui/states/QueryView";
import type { Density } from "../logic/density";
import type { CardActions } from "./Card";
import { DropTarget } from "./DropTarget";
import styles from "./Lane.module.css";
import { LaneList } from "./LaneList";
import type { NextSteps } from "./useCardCommands";

export interface LaneReport {
  cards: readonly BoardCard[];
  /** The number with the filter and search; null until it is loaded. */
  total: number | null;
  /** Whether it waits for its first cards. */
  isPending: boolean;
  /** Loads the next page; resolves with the number of loaded cards and whether there are more. */
  loadMore: () => Promise<{ loaded: number; hasMore: boolean }>;
}

export interface LaneProps {
  jobId: string;
  stage: Stage;
  search: string;
  sort: BoardSort;
  subStatus: SubStatus | null;
  counts: readonly LaneCount[] | undefined;
  conversion: StageConversion | undefined;
  onFilter: (stage: Stage, subStatus: SubStatus | null) => void;
  /** What the lane shows; null when it is hidden. */
  onReport: (stage: Stage, report: LaneReport | null) => void;
  selected: ReadonlySet<string>;
  /** What is said of emails that go out later. */
  scheduled: ReadonlyMap<string, string>;
  openedId: string | null;
  density: Density;
  focus: Focus | null;
  currentId: string | null;
  onFocus: (id: string) => void;
  onFocusLost: (id: string) => void;
  canMove: boolean;
  steps: NextSteps;
  now: number;
  actions: CardActions;
}

const NONE: readonly BoardCard[] = [];

export function Lane(props: LaneProps) {
  const { jobId, stage, search, sort, subStatus, counts, conversion, onReport } = props;
  const { t } = useTranslation("pipeline");
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const formats = useFormats();
  const lane = useLane(jobId, { stage, subStatus, search, sort });
  const cards = lane.cards ?? NONE;
  const criteria = useCriterionNames(jobId);
  const all = counts ? laneTotal(counts, stage) : undefined;
  const narrowed = search !== "" || subStatus !== null;
  const total = lane.total ?? null;
  const hasFailed = lane.error !== null && lane.cards === undefined;
  const isPending = lane.cards === undefined && !hasFailed;

  // The longest waiting candidate may not be loaded yet.
  const oldest = useMemo(
    () =>
      total !== null && cards.length > 0 && cards.length >= total
        ? Math.max(...cards.map(({ sub_status_since }) => daysSince(sub_status_since, props.now)))
        : null,
    [cards, total, props.now],
  );

  const [isExplained, setExplained] = useState(false);
  const { loadMore } = lane;
  useEffect(
    () => onReport(stage, { cards, total, isPending, loadMore }),
    [onReport, stage, cards, total, isPending, loadMore],
  );
  useEffect(() => () => onReport(stage, null), [onReport, stage]);

  const head = (
    <header className={styles.head}>
      <h2>{stageName(stage)}</h2>
      <span className={styles.count} aria-live="polite">
        {all === undefined || hasFailed
          ? ""
          : narrowed && total !== null
            ? t("lane.of", { shown: total, all })
            : t("lane.count", { count: all })}
      </span>
      {oldest ? <span className={styles.oldest}>{t("lane.oldest", { count: oldest })}</span> : null}
      {conversion && conversion.entered > 0 ? (
        <button
          type="button"
          className={styles.conversion}
          aria-expanded={isExplained}
          onClick={() => setExplained(!isExplained)}
        >
          {t("lane.conversion", { percent: formats.percent(conversion.advanced / conversion.entered) })}
        </button>
      ) : null}
      <Select<SubStatus>
        className={styles.filter ?? ""}
        size="small"
        variant="borderless"
        allowClear
        popupMatchSelectWidth={false}
        aria-label={t("lane.filter", { lane: stageName(stage) })}
        placeholder={t("lane.any")}
        value={subStatus}
        onChange={(next: SubStatus | undefined) => props.onFilter(stage, next ?? null)}
        options={SUB_STATUSES_OF[stage].map((value: SubStatus) => ({
          value,
          label: counts
            ? t("lane.option", { name: subStatusName(value), number: laneTotal(counts, stage, value) })
            : subStatusName(value),
        }))}
      />
    </header>
  );
  return (
    <DropTarget stage={stage} label={stageName(stage)} head={head}>
      {conversion && isExplained ? (
        <p className={styles.hint}>
          {t("lane.conversion_detail", { entered: conversion.entered, advanced: conversion.advanced })}
        </p>
      ) : null}
      {lane.error && lane.cards ? <StaleNotice retry={lane.refetch} /> : null}
      {lane.cards && cards.length > 0 ? (
        <LaneList
          cards={cards}
          selected={props.selected}
          scheduled={props.scheduled}
          openedId={props.openedId}
          density={props.density}
          focus={props.focus}
          currentId={props.currentId}
          onFocus={props.onFocus}
          onFocusLost={props.onFocusLost}
          draggable={props.canMove}
          steps={props.steps}
          now={props.now}
          criteria={criteria}
          actions={props.actions}
          label={stageName(stage)}
        />
      ) : (
        <div className={styles.scroller}>
          {lane.cards ? (
            <p className={styles.empty}>{narrowed ? t("lane.nothing_found") : t("lane.empty")}</p>
          ) : lane.error ? (
            <ErrorState title={t("failed.load")} error={lane.error} retry={lane.refetch} />
          ) : (
            <div aria-busy="true">
              {[0, 1, 2].map((row) => (
                <div key={row} className={styles.skeleton}>
                  <Skeleton active title={{ width: "40%" }} paragraph={{ rows: 2 }} />
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </DropTarget>
  );
}
