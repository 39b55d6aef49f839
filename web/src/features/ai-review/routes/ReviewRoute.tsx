// /ai-review: the candidates of a job, ranked; the chosen one with the evidence; and the resume beside it.
import { Drawer, type InputRef, Segmented } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { CandidateBody, CandidateHeader, CandidateSkeleton } from "@/entities/application/components/Candidate";
import { ResumeView } from "@/entities/application/components/resume/ResumeView";
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
import { useJobId } from "@/entities/job/selection";
import { useCan } from "@/entities/session/memberships";
import type { Application } from "@/lib/api/types";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { NOTHING, select as tick } from "@/ui/lists/selection";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { ErrorState } from "@/ui/states/ErrorState";
import { useIsPhone, useMedia } from "@/ui/theme/appearance";
import { CandidateList } from "../components/CandidateList";
import { CompareDialog } from "../components/CompareDialog";
import { DecisionBar } from "../components/DecisionBar";
import { DecisionDialogs } from "../components/DecisionDialogs";
import { usePageSize } from "../components/pageSize";
import { type Decisions, useDecisions } from "../components/useDecisions";
import styles from "./ReviewRoute.module.css";

export function ReviewRoute() {
  const { t } = useTranslation("review");
  const [jobId] = useJobId();
  return (
    <>
      <PageHeader title={t("title")} context={<JobSelector />} />
      {jobId ? (
        <Review key={jobId} jobId={jobId} />
      ) : (
        <EmptyState text={t("empty.no_job")} hint={t("empty.no_job_hint")} />
      )}
    </>
  );
}

function Review({ jobId }: { jobId: string }) {
  const { t } = useTranslation("review");
  const phone = useIsPhone();
  const [params, setParams] = useSearchParams();
  const [pageSize, setPageSize] = usePageSize();
  const view = viewOf(params);
  const list = useCandidates(jobId, view, pageSize);
  const items = list.data?.items;
  const searchBox = useRef<InputRef>(null);
  const asked = params.get("id");
  const selectedId = asked ?? (phone ? null : (items?.[0]?.id ?? null));

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

  // j and k go on over the edge of a page: the candidate there is chosen once the page has come.
  const edge = useRef<"first" | "last" | null>(null);
  const turnTo = (page: number, candidate: "first" | "last") => {
    edge.current = candidate;
    onView({ page });
  };
  useEffect(() => {
    if (!edge.current || !items || list.isPlaceholderData) return;
    const candidate = items.at(edge.current === "first" ? 0 : -1);
    edge.current = null;
    if (candidate) select(candidate.id);
  }, [items, list.isPlaceholderData, select]);

  const step = (by: 1 | -1) => {
    if (!items || items.length === 0) return;
    const at = items.findIndex((item) => item.id === selectedId);
    const pages = Math.ceil((list.data?.total ?? 0) / pageSize);
    if (at + by >= items.length && view.page < pages) return turnTo(view.page + 1, "first");
    if (at !== -1 && at + by < 0 && view.page > 1) return turnTo(view.page - 1, "last");
    const next = items[at === -1 ? 0 : Math.min(Math.max(at + by, 0), items.length - 1)];
    if (!next) return;
    select(next.id);
    const row = document.querySelector<HTMLElement>(`[data-candidate="${next.id}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  const [selection, setSelection] = useState(NOTHING);
  const [comparing, setComparing] = useState<readonly Application[]>([]);
  const shownIds = items?.map(({ id }) => id) ?? [];
  const ticked = (items ?? []).filter(({ id }) => selection.ids.has(id));
  const canDecide = useCan("ai-review:move");
  const decisions = useDecisions(jobId, (ids) => {
    setSelection(NOTHING);
    const gone = new Set(ids);
    if (!selectedId || !gone.has(selectedId)) return;
    // The next in the list takes the place of who was decided on.
    const after = shownIds.slice(shownIds.indexOf(selectedId) + 1).find((id) => !gone.has(id));
    select(after ?? shownIds.find((id) => !gone.has(id)) ?? null);
  });
  const current = items?.find(({ id }) => id === selectedId);
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
    { keys: "j", label: t("keys.next"), run: () => step(1) },
    { keys: "k", label: t("keys.previous"), run: () => step(-1) },
    { keys: "/", label: t("keys.search"), run: () => searchBox.current?.focus() },
  ]);

  if (list.error && !list.data) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  const ranked = (
    <CandidateList
      jobId={jobId}
      view={view}
      onView={onView}
      items={items}
      total={list.data?.total ?? 0}
      busy={list.isPlaceholderData}
      selectedId={selectedId}
      onSelect={(id) => select(id, !phone)}
      pageSize={pageSize}
      onPageSize={(size) => {
        setPageSize(size);
        onView({ page: 1 });
      }}
      searchBox={searchBox}
      ticked={canDecide ? selection.ids : null}
      onTick={(id, range) => setSelection((former) => tick(former, id, shownIds, range))}
    />
  );
  const deciding = (
    <>
      <DecisionBar
        items={ticked}
        decisions={decisions}
        onClear={() => setSelection(NOTHING)}
        onCompare={() => setComparing(ticked)}
      />
      <DecisionDialogs decisions={decisions} />
      <CompareDialog items={comparing} onClose={() => setComparing([])} />
    </>
  );
  if (phone) {
    return (
      <>
        {ranked}
        {deciding}
        <Drawer
          open={asked !== null}
          placement="bottom"
          size="100%"
          title={items?.find((item) => item.id === asked)?.person.name ?? t("candidate")}
          onClose={() => select(null)}
          styles={{ body: { padding: "12px 16px 48px" } }}
          destroyOnHidden
        >
          {asked ? <Detail key={asked} id={asked} decisions={decisions} /> : null}
        </Drawer>
      </>
    );
  }
  return (
    <div
      className={styles.panes}
      data-alone={items?.length === 0 && !view.search && view.tier === null && view.subStatus === null}
    >
      {ranked}
      {selectedId ? <Detail key={selectedId} id={selectedId} decisions={decisions} /> : null}
      {deciding}
    </div>
  );
}

type Tab = "evaluation" | "resume";

/** Evaluation and resume: side by side where there is room, else one at a time. */
function Detail({ id, decisions }: { id: string; decisions: Decisions }) {
  const { t } = useTranslation("review");
  const beside = useMedia("(min-width: 1280px)");
  const candidate = useCandidate(id);
  const source = useResumeSource(id, candidate.data?.resume_file_name ?? "");
  const [quote, setQuote] = useState<string | null>(null);
  const [tab, setTab] = useState<Tab>("evaluation");
  const pane = useRef<HTMLElement>(null);
  const hasResume = Boolean(candidate.data?.resume_id);

  useEffect(() => {
    if (tab === "evaluation") pane.current?.scrollTo({ top: 0 });
  }, [tab]);

  if (candidate.error && !candidate.data)
    return <ErrorState error={candidate.error} retry={() => void candidate.refetch()} />;
  const detail = candidate.data;
  const onQuote = (text: string) => {
    // Asked for again, it is shown again.
    setQuote(null);
    requestAnimationFrame(() => setQuote(text));
    setTab("resume");
  };
  const resume = !detail ? null : hasResume ? (
    <ResumeView source={source} quote={quote} />
  ) : (
    <p className={styles.none}>{t("no_resume")}</p>
  );
  return (
    <>
      <article ref={pane} className={styles.detail} aria-label={detail?.person.name ?? t("candidate")}>
        {detail ? (
          <>
            <CandidateHeader detail={detail} onQuote={onQuote} />
            {detail.status === STAGE.aiReview && !detail.is_archived ? (
              <DecisionBar items={[detail]} decisions={decisions} />
            ) : null}
            {beside ? null : (
              <Segmented<Tab>
                className={styles.tabs ?? ""}
                value={tab}
                onChange={setTab}
                options={[
                  { value: "evaluation", label: t("tab.evaluation") },
                  { value: "resume", label: t("tab.resume") },
                ]}
              />
            )}
            {beside || tab === "evaluation" ? (
              <CandidateBody detail={detail} quote={quote} onQuote={onQuote} />
            ) : (
              resume
            )}
          </>
        ) : (
          <CandidateSkeleton />
        )}
      </article>
      {beside ? <div className={styles.resume}>{resume}</div> : null}
    </>
  );
}
