// The board of one job: what it shows stands in the address; selecting, moving, and what is open beside it.
import { App, Button, Dropdown, type InputRef, Switch } from "antd";
import { RefreshCw, TimerOff } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useLaneCounts, useRefreshBoard } from "@/entities/application/board";
import { type BoardCard, dropOn, laneTotal, nextEmail } from "@/entities/application/boardLogic";
import { useEmailHref } from "@/entities/application/emailLinks";
import { STAGE } from "@/entities/application/stages";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { useJob } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import type { Stage } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { keepOnly, NOTHING, select } from "@/ui/lists/selection";
import type { Message } from "@/ui/MessageModal";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { HIDDEN_STAGES, SHOWN_STAGES, viewOf, withView } from "../logic/view";
import { Board } from "./Board";
import { BulkBar } from "./BulkBar";
import type { CardActions } from "./Card";
import { Lane, type LaneReport } from "./Lane";
import type { Focus } from "./LaneList";
import { PartialBanner } from "./PartialBanner";
import styles from "./Pipeline.module.css";
import { useBoardKeys } from "./useBoardKeys";
import { useCardCommands } from "./useCardCommands";
import { useMoves } from "./useMoves";
import { useNow } from "./useNow";
import { useTimeoutCheck } from "./useTimeoutCheck";

const DRAG_WARNING_SECONDS = 3;

// Fetched when they are first opened, so that the board itself comes sooner.
const CandidatePanel = lazy(async () => ({ default: (await import("./CandidatePanel")).CandidatePanel }));
const PoolPanel = lazy(async () => ({ default: (await import("./PoolPanel")).PoolPanel }));
const ScheduleDialog = lazy(async () => ({
  default: (await import("@/entities/interview/components/ScheduleDialog")).ScheduleDialog,
}));
const EmailServiceBanner = lazy(async () => ({
  default: (await import("@/entities/email/components/EmailServiceBanner")).EmailServiceBanner,
}));
const MessageModal = lazy(async () => ({ default: (await import("@/ui/MessageModal")).MessageModal }));
const EliminateDialog = lazy(async () => ({
  default: (await import("@/entities/application/components/EliminateDialog")).EliminateDialog,
}));

export function Pipeline({ jobId }: { jobId: string }) {
  const { t } = useTranslation("pipeline");
  const { message: toast } = App.useApp();
  const errorText = useErrorText();
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const job = useJob(jobId);
  const counts = useLaneCounts(jobId);
  const refresh = useRefreshBoard(jobId);
  const move = useMoves(jobId);
  const now = useNow();
  const canCheckTimeouts = useCan("pipeline:edit");
  const canSeePool = useCan("talent-pool:view");
  const canRecall = useCan("talent-pool:move");
  const searchBox = useRef<InputRef>(null);
  const [lanes, setLanes] = useState<Partial<Record<Stage, LaneReport>>>({});
  const [selection, setSelection] = useState(NOTHING);
  const [current, setCurrent] = useState<string | null>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  const [menu, setMenu] = useState<{ id: string; x: number; y: number } | null>(null);
  const [eliminating, setEliminating] = useState<readonly BoardCard[]>([]);
  const [scheduling, setScheduling] = useState<BoardCard | null>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  // Once opened they stay, so that they can close as they opened.
  const [asked, setAsked] = useState(false);
  const [said, setSaid] = useState(false);
  if (eliminating.length > 0 && !asked) setAsked(true);
  if (message && !said) setSaid(true);

  const stages: readonly Stage[] = view.allLanes ? [...SHOWN_STAGES, ...HIDDEN_STAGES] : SHOWN_STAGES;
  const cards = useMemo(() => Object.values(lanes).flatMap((lane) => lane?.cards ?? []), [lanes]);
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards]);
  const present = useMemo(() => new Set(byId.keys()), [byId]);
  const kept = keepOnly(selection, present);
  if (kept !== selection) setSelection(kept);
  const selected = useMemo(() => cards.filter(({ id }) => kept.ids.has(id)), [cards, kept]);

  // Handlers that never change, over what does: a card renders again only when it is another card.
  const latest = useRef({ byId, lanes });
  useEffect(() => {
    latest.current = { byId, lanes };
  });
  const find = useCallback((id: string) => latest.current.byId.get(id), []);
  const setView = useCallback(
    (change: Parameters<typeof withView>[1]) => setParams((former) => withView(former, change), { replace: true }),
    [setParams],
  );
  const report = useCallback(
    (stage: Stage, lane: LaneReport) => setLanes((former) => ({ ...former, [stage]: lane })),
    [],
  );
  const actions = useMemo<CardActions>(
    () => ({
      open: (id) => setView({ id, pool: false }),
      select: (id, range) => {
        const stage = find(id)?.status;
        const lane = stage ? (latest.current.lanes[stage]?.cards ?? []) : [];
        setSelection((former) =>
          select(
            former,
            id,
            lane.map((card) => card.id),
            range,
          ),
        );
      },
      menu: (id, { x, y }) => setMenu({ id, x, y }),
      pass: (id) => {
        const card = find(id);
        if (card) void move({ kind: "mark_passed" }, [card]);
      },
    }),
    [find, move, setView],
  );
  const navigate = useNavigate();
  const emailHref = useEmailHref();
  const writeEmails = (which: readonly BoardCard[]) => {
    const [first] = which;
    const to =
      first &&
      emailHref(
        nextEmail(first),
        jobId,
        which.map(({ id }) => id),
      );
    if (to) void navigate(to);
  };
  const email = useCan("pipeline:email") && emailHref("rejection", jobId, []) !== null ? writeEmails : null;
  const { menuOf, archiveItems, canMove } = useCardCommands({
    open: (card) => setView({ id: card.id }),
    move: (what, which) => void move(what, which),
    eliminate: setEliminating,
    schedule: setScheduling,
    interview: ({ id }) => void navigate(href("interview", { id })),
    email,
  });
  const request = useRef(0);
  useBoardKeys({
    lanes: stages.map((stage) => lanes[stage]?.cards ?? []),
    current,
    search: () => searchBox.current?.focus(),
    focus: (id) => {
      request.current += 1;
      setFocus({ id, request: request.current });
    },
    open: (id) => setView({ id }),
    select: (id) => actions.select(id, false),
    menu: (id) => {
      const box = document.querySelector(`[data-card="${id}"]`)?.getBoundingClientRect();
      setMenu({ id, x: box?.left ?? 0, y: (box?.top ?? 0) + 24 });
    },
    eliminate: (id) => {
      const card = find(id);
      if (card && canMove) setEliminating(kept.ids.has(id) ? selected : [card]);
    },
  });

  const reload = async () => {
    setMessage({ type: "progress", title: t("refresh.title"), text: t("refresh.progress") });
    try {
      await refresh();
      setMessage({ type: "success", title: t("refresh.title"), text: t("refresh.done"), closable: true, seconds: 2 });
    } catch (error) {
      setMessage({
        type: "error",
        title: t("refresh.title"),
        text: t("failed.why", { failed: t("refresh.failed"), why: errorText(error) }),
        closable: true,
      });
    }
  };
  const checkTimeouts = useTimeoutCheck(setMessage, refresh);
  const loadAll = async () => {
    const title = t("partial.load_all");
    const count = () => Object.values(latest.current.lanes).reduce((sum, lane) => sum + (lane?.cards.length ?? 0), 0);
    const total = stages.reduce((sum, stage) => sum + (lanes[stage]?.total ?? 0), 0);
    try {
      for (const stage of stages) {
        const loadMore = lanes[stage]?.loadMore;
        while (await loadMore?.()) {
          setMessage({ type: "progress", title, text: t("partial.loading"), current: count(), total });
        }
      }
      setMessage(null);
    } catch (error) {
      setMessage({
        type: "error",
        title,
        text: t("failed.why", { failed: t("partial.failed"), why: errorText(error) }),
        closable: true,
      });
    }
  };
  const closeMessage = useCallback(() => setMessage(null), []);
  const people = useMemo(() => eliminating.map(({ person }) => person), [eliminating]);
  const confirmElimination = async (sendEmail: boolean) => {
    const letters = sendEmail
      ? emailHref(
          "rejection",
          jobId,
          eliminating.map(({ id }) => id),
        )
      : null;
    if (letters) {
      void navigate(letters);
      return;
    }
    setBusy(true);
    await move({ kind: "eliminate" }, eliminating);
    setBusy(false);
    setEliminating([]);
    setSelection(NOTHING);
  };

  const loaded = stages.reduce((sum, stage) => sum + (lanes[stage]?.cards.length ?? 0), 0);
  const total = stages.reduce((sum, stage) => sum + (lanes[stage]?.total ?? 0), 0);
  const isEmpty = counts.data !== undefined && stages.every((stage) => laneTotal(counts.data, stage) === 0);
  const menuCard = menu ? byId.get(menu.id) : undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        context={<JobSelector />}
        actions={
          <>
            <SearchBox
              ref={searchBox}
              className={styles.search}
              label={t("search")}
              value={view.search}
              onChange={(search) => setView({ search })}
            />
            <span className={styles.switch}>
              <Switch
                size="small"
                checked={view.allLanes}
                onChange={(allLanes) => setView({ allLanes })}
                aria-label={t("all_lanes")}
              />
              <span aria-hidden="true">{t("all_lanes")}</span>
            </span>
            {canSeePool ? (
              <Button aria-expanded={view.pool} onClick={() => setView({ pool: !view.pool, id: null })}>
                {t("pool.open")}
              </Button>
            ) : null}
            {canCheckTimeouts ? (
              <Button icon={<TimerOff size={15} aria-hidden="true" />} onClick={() => void checkTimeouts()}>
                {t("timeout.action")}
              </Button>
            ) : null}
            <Button icon={<RefreshCw size={15} aria-hidden="true" />} onClick={() => void reload()}>
              {t("refresh.action")}
            </Button>
          </>
        }
      />
      <Suspense>
        <EmailServiceBanner />
      </Suspense>
      {loaded < total ? (
        <PartialBanner loaded={loaded} remaining={total - loaded} onLoadAll={() => void loadAll()} />
      ) : null}
      {isEmpty && view.search === "" ? (
        <EmptyState text={t("empty.text", { job: job.data?.title ?? "" })} hint={t("empty.hint")} />
      ) : (
        <div
          className={styles.stage}
          data-panel={view.id !== null || (view.pool && canSeePool)}
          aria-busy={counts.isPending}
        >
          {counts.isPending && job.data ? (
            <p className="visually-hidden" role="status">
              {t("loading", { job: job.data.title })}
            </p>
          ) : null}
          <Board
            find={find}
            together={(card) =>
              kept.ids.has(card.id) ? selected.filter(({ status }) => status === card.status) : [card]
            }
            onDrop={(dropped) => {
              setSelection(NOTHING);
              void move({ kind: "drag" }, dropped);
            }}
            onRefused={() => toast.warning(t("drag.only"), DRAG_WARNING_SECONDS)}
          >
            {(draggedFrom) =>
              stages.map((stage) => (
                <Lane
                  key={stage}
                  jobId={jobId}
                  stage={stage}
                  search={view.search}
                  subStatus={view.filters[stage] ?? null}
                  counts={counts.data}
                  onFilter={(lane, subStatus) => setView({ filters: withFilter(view.filters, lane, subStatus) })}
                  onReport={report}
                  selected={kept.ids}
                  focus={focus && byId.get(focus.id)?.status === stage ? focus : null}
                  currentId={current}
                  onFocus={setCurrent}
                  draggedFrom={draggedFrom}
                  canMove={canMove}
                  now={now}
                  actions={actions}
                />
              ))
            }
          </Board>
          <Suspense>
            {view.pool && canSeePool ? (
              <PoolPanel
                jobId={jobId}
                canRecall={canRecall}
                onRecall={(card) => void move({ kind: "recall" }, [card])}
                onClose={() => setView({ pool: false })}
              />
            ) : null}
            {view.id ? <CandidatePanel key={view.id} id={view.id} onClose={() => setView({ id: null })} /> : null}
          </Suspense>
        </div>
      )}
      <BulkBar
        cards={selected}
        canMove={canMove}
        archiveItems={archiveItems(selected)}
        onMove={(which) => {
          setSelection(NOTHING);
          void move(
            { kind: "drag" },
            which.filter(({ status }) => dropOn(status, STAGE.onsite) === "allowed"),
          );
        }}
        onEliminate={setEliminating}
        onEmail={email}
        onClear={() => setSelection(NOTHING)}
      />
      {menu && menuCard ? (
        <Dropdown
          key={`${menu.id} ${menu.x} ${menu.y}`}
          open
          trigger={["click"]}
          autoFocus
          menu={{ items: menuOf(menuCard), onClick: () => setMenu(null) }}
          onOpenChange={(open) => {
            if (open) return;
            setMenu(null);
            document.querySelector<HTMLElement>(`[data-card="${menu.id}"]`)?.focus();
          }}
        >
          <span className={styles.anchor} style={{ left: menu.x, top: menu.y }} />
        </Dropdown>
      ) : null}
      <Suspense>
        {eliminating.length > 0 || asked ? (
          <EliminateDialog
            people={people}
            canWrite={emailHref("rejection", jobId, []) !== null}
            busy={busy}
            onCancel={() => setEliminating([])}
            onConfirm={({ sendEmail }) => void confirmElimination(sendEmail)}
          />
        ) : null}
        {scheduling ? (
          <ScheduleDialog
            candidate={{ applicationId: scheduling.id, name: scheduling.person.name ?? t("card.nameless") }}
            schedule={null}
            onClose={() => setScheduling(null)}
            onSaved={() => {
              setScheduling(null);
              toast.success(t("done.scheduled"));
            }}
          />
        ) : null}
        {message || said ? <MessageModal message={message} onClose={closeMessage} /> : null}
      </Suspense>
    </>
  );
}

function withFilter<T>(filters: Partial<Record<Stage, T>>, stage: Stage, value: T | null): Partial<Record<Stage, T>> {
  const { [stage]: _, ...rest } = filters as Record<Stage, T>;
  return (value === null ? rest : { ...rest, [stage]: value }) as Partial<Record<Stage, T>>;
}
