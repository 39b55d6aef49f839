// The board of one job: what it shows stands in the address; selecting, moving, and what is open beside it.

import { App, Button, type InputRef } from "antd";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConversion, useLaneCounts, useStarCard } from "@/entities/application/board";
import { type BoardCard, laneTotal } from "@/entities/application/boardLogic";
import { nextEmail } from "@/entities/application/moves";
import type { ScheduledTexts } from "@/entities/email/components/ScheduledEmails";
import { useWriteEmails } from "@/entities/email/writeEmails";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { useJob } from "@/entities/job/queries";
import { useKeptChoice } from "@/entities/session/kept";
import { useCan } from "@/entities/session/memberships";
import type { Stage } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { lazyPart } from "@/ui/late/lazyPart";
import { deselect, EMPTY_SELECTION, retainSelected, select } from "@/ui/lists/selection";
import { useKeptSelection } from "@/ui/lists/useKeptSelection";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { besideOf, type Spot, spotOf } from "../logic/beside";
import { DENSITIES, densityOf } from "../logic/density";
import { stepOf } from "../logic/nextStep";
import { ALL_STAGES, SHOWN_STAGES, viewOf, withView } from "../logic/view";
import { Board } from "./Board";
import type { OpenedMark } from "./CandidatePanel";
import type { CardActions } from "./Card";
import { Lane, type LaneReport } from "./Lane";
import { type MenuPosition, menuPositionOf } from "./menuPosition";
import styles from "./Pipeline.module.css";
import { Toolbar } from "./Toolbar";
import { useBoardKeys } from "./useBoardKeys";
import { loadedOf, useBoardLoading } from "./useBoardLoading";
import { type NextStep, useCardCommands } from "./useCardCommands";
import { useCardFocus } from "./useCardFocus";
import { useCardTips } from "./useCardTips";
import { useElimination } from "./useElimination";
import { useMoveActions } from "./useMoveActions";
import { useMoveNotices, useWatchedCards } from "./useMoveNotices";
import { useNow } from "./useNow";
import { useScheduling } from "./useScheduling";

const DRAG_WARNING_SECONDS = 3;
const NONE_SCHEDULED: ScheduledTexts = new Map();

// Loaded when first opened, so that the board shows sooner.
const CandidatePanel = lazyPart(
  async () => ({ default: (await import("./CandidatePanel")).CandidatePanel }),
  "overlay",
);
const BulkBar = lazyPart(async () => ({ default: (await import("./BulkBar")).BulkBar }), "overlay");
const CardMenu = lazyPart(async () => ({ default: (await import("./CardMenu")).CardMenu }), "overlay");
const PartialLoadBanner = lazyPart(async () => ({ default: (await import("./PartialLoadBanner")).PartialLoadBanner }));
const PoolPanel = lazyPart(async () => ({ default: (await import("./PoolPanel")).PoolPanel }), "overlay");
const EmailServiceBanner = lazyPart(async () => ({
  default: (await import("@/entities/email/components/EmailServiceBanner")).EmailServiceBanner,
}));
const ScheduledEmails = lazyPart(async () => ({
  default: (await import("@/entities/email/components/ScheduledEmails")).ScheduledEmails,
}));
const MessageModal = lazyPart(async () => ({ default: (await import("@/ui/MessageModal")).MessageModal }), "overlay");

export function Pipeline({ jobId }: { jobId: string }) {
  const { t } = useTranslation(["pipeline", "common"]);
  const { message: toast } = App.useApp();
  const errorText = useErrorText();
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const job = useJob(jobId);
  const counts = useLaneCounts(jobId);
  const conversion = useConversion(jobId).data?.stages;
  const { reportRefused, reportMoved } = useMoveNotices();
  const move = useMoveActions(jobId, reportRefused);
  const star = useStarCard(jobId);
  const now = useNow();
  const canSeePool = useCan("talent-pool:view");
  const canRecall = useCan("talent-pool:move");
  const canStar = useCan("pipeline:edit");
  const searchBox = useRef<InputRef>(null);
  const [lanes, setLanes] = useState<Partial<Record<Stage, LaneReport>>>({});
  const [selection, setSelection] = useKeptSelection();
  const [current, setCurrent] = useState<string | null>(null);
  const [scheduled, setScheduled] = useState(NONE_SCHEDULED);
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  const scheduling = useScheduling((id) => setSelection((former) => deselect(former, [id])));
  const { message, closeMessage, reload, loadAll, checkTimeouts } = useBoardLoading(jobId);
  const elimination = useElimination({
    jobId,
    move,
    onEliminated: (ids) => setSelection((former) => deselect(former, ids)),
  });
  // Stays mounted for the closing animation.
  const [hasSpoken, setSpoken] = useState(false);
  if (message && !hasSpoken) setSpoken(true);

  const stages: readonly Stage[] = view.allLanes ? ALL_STAGES : SHOWN_STAGES;
  const cards = useMemo(() => Object.values(lanes).flatMap((lane) => lane?.cards ?? []), [lanes]);
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards]);
  const present = useMemo(() => new Set(byId.keys()), [byId]);
  // A card that comes back after a failed move is still selected.
  const kept = useMemo(() => retainSelected(selection, present), [selection, present]);
  const selected = useMemo(() => cards.filter(({ id }) => kept.ids.has(id)), [cards, kept]);

  const order = useMemo(() => stages.map((stage) => (lanes[stage]?.cards ?? []).map(({ id }) => id)), [stages, lanes]);
  const [formerSpot, setFormerSpot] = useState<Spot | null>(null);
  const spot = view.id ? spotOf(order, view.id, formerSpot) : null;
  if (spot !== formerSpot) setFormerSpot(spot);
  const beside = besideOf(order, spot);

  const [chosenDensity, chooseDensity] = useKeptChoice("board_density", DENSITIES);
  const density = densityOf(
    chosenDensity,
    stages.map((stage) => (counts.data ? laneTotal(counts.data, stage) : (lanes[stage]?.total ?? 0))),
  );
  // The panel shows more about the focused card.
  const tips = useCardTips(byId, density === "compact" && view.id === null);
  const [mark, setMark] = useState<OpenedMark | null>(null);

  const watched = useMemo(
    // Also selected cards that the board lacks, or their leaving would pass unseen.
    () => [...new Set([...(view.id ? [view.id] : []), ...(current ? [current] : []), ...selection.ids])],
    [view.id, current, selection],
  );
  useWatchedCards(watched, byId, reportMoved);

  // Stable handlers, so that only changed cards render again.
  const latest = useRef({ byId, lanes, view });
  const latestStep = useRef<(card: BoardCard, step: NextStep) => void>(() => {});
  useEffect(() => {
    latest.current = { byId, lanes, view };
    latestStep.current = takeStep;
  });
  const find = useCallback((id: string) => latest.current.byId.get(id), []);
  const setView = useCallback(
    (change: Parameters<typeof withView>[1]) => {
      // The way back closes what opens over or beside the board; another candidate in it is no step.
      const { id, pool } = latest.current.view;
      const opens = !(id || pool) && (Boolean(change.id) || change.pool === true);
      setParams((former) => withView(former, change), { replace: !opens });
    },
    [setParams],
  );
  const report = useCallback(
    (stage: Stage, lane: LaneReport | null) => setLanes((former) => withStage(former, stage, lane)),
    [],
  );
  const actions = useMemo<CardActions>(
    () => ({
      open: (id, at) => {
        const strip = find(id)?.strip ?? [];
        // What is unknown has no quotation.
        const isQuoted = at !== undefined && strip[at]?.verdict !== "unknown";
        setMark(isQuoted ? { id, at, marks: strip.length } : null);
        setView({ id, pool: false });
      },
      select: (id, range) => {
        const stage = find(id)?.status;
        const lane = stage ? (latest.current.lanes[stage]?.cards ?? []) : [];
        const order = lane.map((card) => card.id);
        setSelection((former) => select(former, id, order, range));
      },
      menu: (id, { x, y }) => setMenu({ id, x, y }),
      next: (id, step) => {
        const card = find(id);
        if (card) latestStep.current(card, step);
      },
      star: canStar
        ? (id) => {
            const card = find(id);
            if (card) star(card).catch((error) => toast.error(errorText(error)));
          }
        : null,
    }),
    [find, setView, star, canStar, toast, errorText, setSelection],
  );
  const navigate = useNavigate();
  const openEmails = useWriteEmails();
  const writeEmails = (which: readonly BoardCard[]) => {
    const ids = which.map(({ id }) => id);
    if (which[0]) openEmails?.(nextEmail(which[0]), jobId, ids);
  };
  const email = useCan("pipeline:email") && openEmails ? writeEmails : null;
  const commands = useCardCommands({
    open: (card) => setView({ id: card.id }),
    move: (what, which) => void move(what, which),
    eliminate: elimination.ask,
    schedule: (card) => scheduling.ask([card]),
    interview: ({ id }) => void navigate(href("interview", { id })),
    email,
    star: actions.star,
  });
  const { menuOf, eliminable, canMove, steps, takeStep } = commands;
  const moveSelected = async (kind: "drag" | "mark_passed", which: readonly BoardCard[]) => {
    const { moved } = await move({ kind }, which);
    const ids = moved.map(({ id }) => id);
    setSelection((former) => deselect(former, ids));
  };
  const { focus, focusCard, onFocused, onFocusLost } = useCardFocus(byId, lanes);
  const onFocus = useCallback(
    (id: string) => {
      setCurrent(id);
      onFocused(id);
    },
    [onFocused],
  );
  useBoardKeys({
    lanes: stages.map((stage) => lanes[stage]?.cards ?? []),
    current,
    opened: view.id ? { id: view.id, ...beside } : null,
    search: () => searchBox.current?.focus(),
    focus: focusCard,
    open: (id) => setView({ id }),
    select: actions.select,
    menu: (id) => setMenu(menuPositionOf(id)),
    star: actions.star,
    write: email
      ? (id) => {
          const card = find(id);
          if (card) email([card]);
        }
      : null,
    eliminate: (id) => {
      const card = find(id);
      const which = card ? eliminable(kept.ids.has(id) ? selected : [card]) : [];
      if (which.length > 0) elimination.ask(which);
    },
  });

  const shownLanes = stages.flatMap((stage) => lanes[stage] ?? []);
  const { loaded, total } = loadedOf(shownLanes);
  const isLoading = cards.length === 0 && (counts.isPending || stages.some((stage) => lanes[stage]?.isPending ?? true));
  const isEmpty = counts.data !== undefined && stages.every((stage) => laneTotal(counts.data, stage) === 0);
  const menuCard = menu ? byId.get(menu.id) : undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        context={<JobSelector />}
        actions={
          <Toolbar
            view={view}
            onView={setView}
            density={density}
            onDensity={chooseDensity}
            onRefresh={() => void reload()}
            onCheckTimeouts={() => void checkTimeouts()}
            searchBox={searchBox}
          />
        }
      />
      <Suspense>
        <EmailServiceBanner />
        <ScheduledEmails jobId={jobId} onFound={setScheduled} />
      </Suspense>
      {loaded < total ? (
        <Suspense>
          <PartialLoadBanner loaded={loaded} remaining={total - loaded} onLoadAll={() => void loadAll(shownLanes)} />
        </Suspense>
      ) : null}
      {job.error && !job.data ? (
        <div role="alert">
          <EmptyState
            text={t("failed.load")}
            hint={errorText(job.error)}
            action={<Button onClick={() => void job.refetch()}>{t("common:action.retry")}</Button>}
          />
        </div>
      ) : isEmpty && view.search === "" ? (
        <EmptyState text={t("empty.text", { job: job.data?.title ?? "" })} hint={t("empty.hint")} />
      ) : (
        <div className={styles.stage} data-fills-screen aria-busy={isLoading}>
          {isLoading && job.data ? (
            <p className={styles.loading} role="status">
              {t("loading", { job: job.data.title })}
            </p>
          ) : null}
          <Board
            find={find}
            together={(card) =>
              kept.ids.has(card.id) ? selected.filter(({ status }) => status === card.status) : [card]
            }
            onDrop={(which) => void moveSelected("drag", which)}
            onRefused={() => toast.warning(t("drag.only"), DRAG_WARNING_SECONDS)}
            pointing={tips.handlers}
          >
            {stages.map((stage) => (
              <Lane
                key={stage}
                jobId={jobId}
                stage={stage}
                search={view.search}
                sort={view.sort}
                subStatus={view.filters[stage] ?? null}
                counts={counts.data}
                conversion={conversion?.find(({ status }) => status === stage)}
                onFilter={(lane, subStatus) => setView({ filters: withStage(view.filters, lane, subStatus) })}
                onReport={report}
                selected={kept.ids}
                scheduled={scheduled}
                openedId={view.id}
                density={density}
                focus={focus && byId.get(focus.id)?.status === stage ? focus : null}
                currentId={current}
                onFocus={onFocus}
                onFocusLost={onFocusLost}
                canMove={canMove}
                steps={steps}
                now={now}
                actions={actions}
              />
            ))}
          </Board>
          {tips.tip}
        </div>
      )}
      <Suspense>
        {view.pool && canSeePool ? (
          <PoolPanel
            jobId={jobId}
            canRecall={canRecall}
            onRecall={(card) => void move({ kind: "recall" }, [card])}
            onRestore={(card) => void move({ kind: "restore" }, [card])}
            onClose={() => setView({ pool: false })}
          />
        ) : null}
        <UnsavedScope params={["id"]}>
          {view.id ? (
            <CandidatePanel
              jobId={jobId}
              id={view.id}
              card={byId.get(view.id)}
              scheduled={scheduled.get(view.id)}
              mark={mark?.id === view.id ? mark : null}
              beside={beside}
              onOpen={(id) => setView({ id })}
              onClose={() => setView({ id: null })}
              menuOf={(card) => menuOf(card, true)}
              stepOf={(card) => stepOf(card, steps)}
              onStep={takeStep}
            />
          ) : null}
        </UnsavedScope>
      </Suspense>
      <Suspense>
        {selected.length > 0 ? (
          <BulkBar
            cards={selected}
            passable={commands.passable(selected)}
            schedulable={commands.schedulable(selected)}
            eliminable={eliminable(selected)}
            canMove={canMove}
            statusItems={commands.statusItems(selected)}
            archiveItems={commands.archiveItems(selected)}
            onPass={(which) => void moveSelected("mark_passed", which)}
            onMove={(which) => void moveSelected("drag", which)}
            onSchedule={scheduling.ask}
            onEliminate={elimination.ask}
            onEmail={email}
            onClear={() => setSelection(EMPTY_SELECTION)}
          />
        ) : null}
        {menu && menuCard ? <CardMenu place={menu} items={menuOf(menuCard)} onClose={() => setMenu(null)} /> : null}
      </Suspense>
      {elimination.dialog}
      {scheduling.dialog}
      <Suspense>{hasSpoken ? <MessageModal message={message} onClose={closeMessage} /> : null}</Suspense>
    </>
  );
}

function withStage<T>(values: Partial<Record<Stage, T>>, stage: Stage, value: T | null): Partial<Record<Stage, T>> {
  const { [stage]: _, ...rest } = values as Record<Stage, T>;
  return (value === null ? rest : { ...rest, [stage]: value }) as Partial<Record<Stage, T>>;
}
