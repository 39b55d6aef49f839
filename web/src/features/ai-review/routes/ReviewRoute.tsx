// /ai-review: the ranked candidates of a job, with the evidence and the resume of the selected one.

import type { InputRef } from "antd";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CandidateBody, CandidateHeader, CandidateSkeleton } from "@/entities/application/components/Candidate";
import { ResumeView } from "@/entities/application/components/resume/ResumeView";
import { usePrefetchCandidates } from "@/entities/application/prefetch";
import {
  type ListView,
  useCandidate,
  useCandidates,
  useResumeSource,
  viewOf,
  withView,
} from "@/entities/application/queries";
import { STAGE } from "@/entities/application/stages";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { OpenJobs } from "@/entities/job/components/OpenJobs";
import { useJobSearch, useOpenJobs } from "@/entities/job/queries";
import { useJobId } from "@/entities/job/selection";
import { useCan, useIsUnassigned } from "@/entities/session/memberships";
import { SavedViews } from "@/entities/view/components/SavedViews";
import type { ViewScreen } from "@/entities/view/savedView";
import type { Application, CriterionResult } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { BottomSheet } from "@/ui/BottomSheet";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { LinkButton } from "@/ui/LinkButton";
import { lazyPart } from "@/ui/late/lazyPart";
import { deselect, EMPTY_SELECTION, select as tick } from "@/ui/lists/selection";
import { useKeptSelection } from "@/ui/lists/useKeptSelection";
import type { Focus } from "@/ui/lists/useVirtualRows";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { ErrorState } from "@/ui/states/ErrorState";
import { QueryView, StaleNotice } from "@/ui/states/QueryView";
import { useIsPhone, useMedia } from "@/ui/theme/appearance";
import { CandidateList } from "../components/CandidateList";
import { DecisionBar } from "../components/DecisionBar";
import { type Decisions, useDecisions } from "../components/useDecisions";
import { type ChosenCriterion, useQuotation } from "../components/useQuotation";
import { type PageSize, pageAt, pageRange, readPageSize, storePageSize } from "../logic/pages";
import styles from "./ReviewRoute.module.css";

// Loaded when first needed.
const CandidateTabs = lazyPart(async () => ({ default: (await import("../components/CandidateTabs")).CandidateTabs }));
const CompareDialog = lazyPart(
  async () => ({ default: (await import("../components/CompareDialog")).CompareDialog }),
  "overlay",
);
const MixedNotice = lazyPart(async () => ({ default: (await import("../components/MixedNotice")).MixedNotice }));
const DecisionDialogs = lazyPart(
  async () => ({
    default: (await import("../components/DecisionDialogs")).DecisionDialogs,
  }),
  "overlay",
);

/** A saved view keeps the filters, but not the job or the opened candidate. */
const REVIEW_VIEWS: ViewScreen = {
  name: "ai-review",
  params: ["search", "tier", "sub_status"],
  resets: ["id", "page"],
};

export function ReviewRoute() {
  const { t } = useTranslation("review");
  const [jobId] = useJobId();
  return (
    <>
      <PageHeader
        title={t("title")}
        context={<JobSelector />}
        actions={jobId ? <SavedViews screen={REVIEW_VIEWS} /> : undefined}
      />
      {jobId ? <Review key={jobId} jobId={jobId} /> : <NoJob />}
    </>
  );
}

/** Without any job there is nothing to select yet. */
function NoJob() {
  const { t } = useTranslation(["review", "common"]);
  const jobs = useJobSearch("");
  const open = useOpenJobs();
  const canCreate = useCan("jobs:create");
  const isUnassigned = useIsUnassigned();
  // Its open jobs would push down what is drawn before them.
  if (jobs.isPending || open.isPending) return null;
  const refetch = () => Promise.all([jobs.refetch(), open.refetch()]);
  return (
    <QueryView query={{ data: jobs.data, error: jobs.error, refetch }} skeleton={null}>
      {({ items }) =>
        items.length > 0 ? (
          <EmptyState
            text={t("empty.no_job")}
            hint={t("empty.no_job_hint")}
            action={<OpenJobs page="aiReview" jobs={open} />}
          />
        ) : (
          <EmptyState
            text={isUnassigned ? t("common:unassigned.text") : t("empty.no_jobs")}
            hint={isUnassigned ? t("common:unassigned.hint") : t("empty.no_job_hint")}
            action={
              canCreate ? (
                <LinkButton type="primary" to={href("jobNew")}>
                  {t("empty.create_job")}
                </LinkButton>
              ) : null
            }
          />
        )
      }
    </QueryView>
  );
}

function Review({ jobId }: { jobId: string }) {
  const { t } = useTranslation("review");
  const phone = useIsPhone();
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const list = useCandidates(jobId, view);
  const { items } = list;
  const searchBox = useRef<InputRef>(null);
  const asked = params.get("id");
  const [pageSize, setPageSize] = useState(() => readPageSize(Date.now()));
  // Without a page in the URL, show the page of the opened candidate.
  const opened = asked ? pageAt(items?.findIndex(({ id }) => id === asked) ?? 0, pageSize) : 1;
  const { page, pages, from, until } = pageRange(Number(params.get("page")) || opened, pageSize, list.total);
  const shown = items?.slice(from, until);
  const selectedId = asked ?? (phone ? null : (shown?.[0]?.id ?? null));
  const isShort = items !== undefined && items.length < Math.min(until, list.total) && pageSize !== null;
  useEffect(() => {
    if (isShort) void list.loadMore?.();
  }, [isShort, list.loadMore]);

  const onView = (change: Partial<ListView>) => setParams((former) => withView(former, change), { replace: true });
  const select = useCallback(
    (id: string | null, replace = true) =>
      setParams(
        (former) => {
          const next = new URLSearchParams(former);
          if (id) next.set("id", id);
          else next.delete("id");
          return next;
        },
        { replace },
      ),
    [setParams],
  );

  const [focus, setFocus] = useState<Focus | null>(null);
  const request = useRef(0);
  const [chosen, setChosen] = useState<ChosenCriterion | null>(null);
  const show = (change: { id?: string | null; page?: number }) => {
    setChosen(null);
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, String(value));
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  };
  const changePageSize = (size: PageSize) => {
    storePageSize(size, Date.now());
    setPageSize(size);
    show({ page: 0 });
  };
  const goTo = (candidate: Application | undefined, index: number) => {
    if (!candidate) return;
    show({ id: candidate.id, page: pageSize === null ? 0 : pageAt(index, pageSize) });
    request.current += 1;
    setFocus({ id: candidate.id, request: request.current });
  };
  // j continues past the loaded candidates.
  const step = async (by: 1 | -1) => {
    if (!items || items.length === 0) return;
    const at = items.findIndex((item) => item.id === selectedId);
    const next = at === -1 ? 0 : at + by;
    const known = next >= items.length && list.loadMore ? await list.loadMore() : items;
    const to = Math.min(Math.max(next, 0), known.length - 1);
    goTo(known[to], to);
  };
  const selectedAt = items?.findIndex(({ id }) => id === selectedId) ?? -1;
  const neighbours =
    selectedAt === -1 ? [] : [items?.[selectedAt + 1], items?.[selectedAt - 1]].flatMap((item) => item?.id ?? []);
  const [selection, setSelection] = useKeptSelection();
  const [comparing, setComparing] = useState<readonly Application[]>([]);
  const shownIds = items?.map(({ id }) => id) ?? [];
  const ticked = (items ?? []).filter(({ id }) => selection.ids.has(id));
  const canDecide = useCan("ai-review:move");
  // The answer to a decision comes when another candidate may be open and others ticked.
  const latestId = useRef(selectedId);
  useEffect(() => {
    latestId.current = selectedId;
  });
  const decisions = useDecisions(jobId, (ids) => {
    const decided = new Set(ids);
    setSelection((former) => deselect(former, ids));
    const opened = latestId.current;
    if (!opened || !decided.has(opened)) return;
    // Opens the next candidate after the decided one.
    const after = shownIds.slice(shownIds.indexOf(opened) + 1).find((id) => !decided.has(id));
    select(after ?? shownIds.find((id) => !decided.has(id)) ?? null);
  });
  // Stays mounted for the closing animation.
  const [hasAsked, setAsked] = useState(false);
  if (decisions.asking && !hasAsked) setAsked(true);
  const current = items?.find(({ id }) => id === selectedId);
  // Stable handlers, so that only changed rows render again.
  const latestIds = useRef(shownIds);
  useEffect(() => {
    latestIds.current = shownIds;
  });
  const onSelect = useCallback(
    (id: string, criterion: CriterionResult | null) => {
      // A mark is too small for a finger, so a tap on it means the row.
      setChosen(criterion && !phone ? { id, criterion } : null);
      select(id, !phone);
    },
    [select, phone],
  );
  const onTick = useCallback(
    (id: string, range: boolean) => setSelection((former) => tick(former, id, latestIds.current, range)),
    [setSelection],
  );
  useHotkeys([
    {
      keys: "x",
      label: t("keys.select"),
      run: () => selectedId && setSelection(tick(selection, selectedId, shownIds, false)),
      enabled: canDecide,
    },
    { keys: "i", label: t("keys.invite"), run: () => current && decisions.invite([current]), enabled: canDecide },
    { keys: "r", label: t("keys.reject"), run: () => current && decisions.reject([current]), enabled: canDecide },
  ]);
  useHotkeys([
    { keys: "j", label: t("keys.next"), run: () => void step(1) },
    { keys: "k", label: t("keys.previous"), run: () => void step(-1) },
    { keys: "/", label: t("keys.search"), run: () => searchBox.current?.focus() },
  ]);

  if (list.error && !items) return <ErrorState error={list.error} retry={list.refetch} />;
  const ranked = (
    <CandidateList
      jobId={jobId}
      view={view}
      onView={onView}
      items={isShort && shown?.length === 0 ? undefined : shown}
      total={list.total}
      busy={list.isFormer || isShort}
      pageSize={pageSize}
      onPageSize={changePageSize}
      page={page}
      pages={pages}
      onPage={(to) => show({ page: to, id: null })}
      selectedId={selectedId}
      onSelect={onSelect}
      onEnd={list.loadMore && pageSize === null ? () => void list.loadMore?.() : undefined}
      focus={focus}
      searchBox={searchBox}
      ticked={canDecide ? selection.ids : null}
      onTick={onTick}
      notice={
        <>
          {list.error ? <StaleNotice retry={list.refetch} /> : null}
          <Suspense>
            <MixedNotice jobId={jobId} view={view} total={list.total} items={items ?? []} decisions={decisions} />
          </Suspense>
        </>
      }
    />
  );
  const deciding = (
    <>
      <DecisionBar
        items={ticked}
        decisions={decisions}
        onClear={() => setSelection(EMPTY_SELECTION)}
        onCompare={() => setComparing(ticked)}
      />
      <Suspense>
        {decisions.asking || hasAsked ? <DecisionDialogs decisions={decisions} /> : null}
        {comparing.length > 0 ? <CompareDialog items={comparing} onClose={() => setComparing([])} /> : null}
      </Suspense>
    </>
  );
  const isAlone = items?.length === 0 && !view.search && view.tier === null && view.subStatus === null;
  // One tree for both, so that the list and what is typed in a dialog outlive the turning of a tablet.
  return (
    <div
      className={phone ? styles.stack : styles.panes}
      {...(phone ? {} : { "data-fills-screen": true, "data-alone": isAlone })}
    >
      {ranked}
      {phone ? (
        <BottomSheet
          open={asked !== null}
          title={items?.find((item) => item.id === asked)?.person.name ?? t("candidate")}
          onClose={() => select(null)}
        >
          {asked ? <Detail key={asked} id={asked} decisions={decisions} chosen={null} neighbours={[]} /> : null}
        </BottomSheet>
      ) : selectedId ? (
        <Detail
          key={selectedId}
          id={selectedId}
          decisions={decisions}
          chosen={chosen?.id === selectedId ? chosen : null}
          neighbours={neighbours}
        />
      ) : null}
      {deciding}
    </div>
  );
}

interface DetailProps {
  id: string;
  decisions: Decisions;
  /** The criterion to open. */
  chosen: ChosenCriterion | null;
  /** The candidates that j and k open. */
  neighbours: readonly string[];
}

/** Evaluation and resume: side by side if there is room, else one at a time. */
function Detail({ id, decisions, chosen, neighbours }: DetailProps) {
  const { t } = useTranslation("review");
  const isSideBySide = useMedia("(min-width: 1280px)");
  const candidate = useCandidate(id);
  const source = useResumeSource(id, candidate.data?.resume_file_name ?? "");
  const pane = useRef<HTMLElement>(null);
  const { quote, tab, setTab, onQuote } = useQuotation({ chosen, isLoaded: candidate.data !== undefined, pane });
  const hasResume = Boolean(candidate.data?.resume_id);
  usePrefetchCandidates({ shownId: candidate.data ? id : null, ids: neighbours, withResumes: isSideBySide });

  if (candidate.error && !candidate.data)
    return <ErrorState error={candidate.error} retry={() => void candidate.refetch()} />;
  const detail = candidate.data;
  const resume = !detail ? null : hasResume ? (
    <ResumeView source={source} quote={quote} flags={detail.ai_eval?.flags} />
  ) : (
    <p className={styles.none}>{t("no_resume")}</p>
  );
  return (
    <>
      <article ref={pane} className={styles.detail} aria-label={detail?.person.name ?? t("candidate")}>
        {detail ? (
          <>
            {candidate.error ? <StaleNotice retry={() => void candidate.refetch()} /> : null}
            <CandidateHeader detail={detail} onQuote={onQuote}>
              {detail.status === STAGE.aiReview && !detail.is_archived ? (
                <DecisionBar items={[detail]} decisions={decisions} />
              ) : null}
            </CandidateHeader>
            {isSideBySide ? null : (
              <Suspense>
                <CandidateTabs className={styles.tabs ?? ""} value={tab} onChange={setTab} />
              </Suspense>
            )}
            {isSideBySide || tab === "evaluation" ? (
              <CandidateBody detail={detail} quote={quote} onQuote={onQuote} />
            ) : (
              resume
            )}
          </>
        ) : (
          <CandidateSkeleton />
        )}
      </article>
      {isSideBySide ? <div className={styles.resume}>{resume}</div> : null}
    </>
  );
}
