// /dashboard: how candidates move through the pipeline over a period, for all jobs or one.
import { Button, Select, Skeleton } from "antd";
import type { TFunction } from "i18next";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useLevelName } from "@/entities/application/level";
import { STAGE, useStageName } from "@/entities/application/stages";
import { useCanOpenPage } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { type Formats, useFormats } from "@/i18n/format";
import { query } from "@/lib/api/client";
import type { Dashboard } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { UpcomingInterviews, WaitingLongest } from "../components/Attention";
import { Histogram, Trend } from "../components/Charts";
import { FigureTable } from "../components/FigureTable";
import { InsightsPanel } from "../components/InsightsPanel";
import { funnelRows, isEmpty } from "../logic/funnel";
import { daysOf, PERIODS, periodOf } from "../logic/period";
import styles from "./DashboardRoute.module.css";

const DASHBOARD = "/api/organizations/{organization_id}/dashboard";
const ALL_JOBS = "";

const ExportDialog = lazy(async () => ({ default: (await import("../components/ExportDialog")).ExportDialog }));

export function DashboardRoute() {
  const { t } = useTranslation("dashboard");
  const organization_id = useOrganizationId();
  const [params, setParams] = useSearchParams();
  const period = periodOf(params.get("days"));
  const job_id = params.get("job_id") ?? undefined;
  const days = daysOf(period, new Date());
  const filter = { ...days, ...(job_id ? { job_id } : {}) };
  const [exporting, setExporting] = useState(false);
  const dashboard = query.useQuery(
    "get",
    DASHBOARD,
    { params: { path: { organization_id }, query: filter } },
    { placeholderData: (shown) => shown },
  );
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  return (
    <>
      <PageHeader
        title={t("title")}
        context={
          <div className={styles.choices}>
            <Select
              aria-label={t("job")}
              className={styles.job ?? ""}
              value={job_id ?? ALL_JOBS}
              onChange={(value) => set("job_id", value)}
              showSearch={{ optionFilterProp: "label" }}
              options={[
                { value: ALL_JOBS, label: t("all_jobs") },
                ...(dashboard.data?.job_choices ?? []).map((job) => ({ value: job.job_id, label: job.title })),
              ]}
            />
            <Select
              aria-label={t("period")}
              value={period}
              onChange={(value) => set("days", String(value))}
              options={PERIODS.map((value) => ({ value, label: t("days", { count: value }) }))}
            />
          </div>
        }
        actions={
          <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => setExporting(true)}>
            {t("export.title")}
          </Button>
        }
      />
      <InsightsPanel key={`${period} ${job_id}`} filter={filter} />
      <QueryView query={dashboard} skeleton={<Skeleton active paragraph={{ rows: 12 }} />}>
        {(data) => <Figures dashboard={data} jobId={job_id} />}
      </QueryView>
      <Suspense fallback={null}>
        {exporting ? <ExportDialog filter={filter} onClose={() => setExporting(false)} /> : null}
      </Suspense>
    </>
  );
}

function Figures({ dashboard, jobId }: { dashboard: Dashboard; jobId: string | undefined }) {
  const { t } = useTranslation("dashboard");
  const opensEvaluate = useCanOpenPage("evaluate");
  if (isEmpty(dashboard)) {
    return (
      <EmptyState
        text={t("empty")}
        action={opensEvaluate ? <Link to={href("evaluate")}>{t("empty_action")}</Link> : null}
      />
    );
  }
  return (
    <div className={styles.grid}>
      <Trend dashboard={dashboard} />
      <Funnel dashboard={dashboard} jobId={jobId} />
      <StageTimes dashboard={dashboard} />
      <Jobs dashboard={dashboard} />
      <Scores dashboard={dashboard} />
      <Histogram dashboard={dashboard} />
      <Sources dashboard={dashboard} />
      <Members dashboard={dashboard} />
      <WaitingLongest dashboard={dashboard} now={Date.now()} />
      <UpcomingInterviews dashboard={dashboard} />
    </div>
  );
}

/** A number that opens the candidates it counts, where there are any and the member may see them. */
function Count(props: { value: number; jobId: string | undefined; page: "ai-review" | "pipeline" | null }) {
  const format = useFormats();
  const { value, jobId, page } = props;
  const opens = useCanOpenPage(page ?? "pipeline");
  const text = format.number(value);
  if (!page || !jobId || value === 0 || !opens) return text;
  return (
    <Link to={page === "pipeline" ? href("pipeline", { job_id: jobId }) : href("aiReview", { job_id: jobId })}>
      {text}
    </Link>
  );
}

function pageOf(status: Dashboard["funnel"][number]["status"]): "ai-review" | "pipeline" | null {
  if (status === STAGE.archived) return null;
  return status === STAGE.aiReview ? "ai-review" : "pipeline";
}

function Funnel({ dashboard, jobId }: { dashboard: Dashboard; jobId: string | undefined }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const stageName = useStageName();
  const { online, onsite, current } = dashboard.timeouts;
  const ranOut = online + onsite;
  return (
    <FigureTable
      title={t("funnel.title")}
      heads={[t("funnel.stage"), t("funnel.entered"), t("funnel.before"), t("funnel.conversion"), t("funnel.now")]}
      empty={t("nothing")}
      note={ranOut + current > 0 ? t("timeouts", { ranOut, current }) : ""}
      rows={funnelRows(dashboard.funnel).map((row) => ({
        key: row.status,
        name: stageName(row.status),
        value: row.entered,
        figures: [
          format.number(row.entered),
          format.number(row.entered_before),
          row.conversion === null ? "—" : format.percent(row.conversion),
          <Count key="now" value={row.current} jobId={jobId} page={pageOf(row.status)} />,
        ],
      }))}
    />
  );
}

function StageTimes({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const stageName = useStageName();
  return (
    <FigureTable
      title={t("time.title")}
      note={t("time.note")}
      heads={[t("funnel.stage"), t("time.median"), t("time.p90"), t("time.count")]}
      empty={t("time.empty")}
      rows={dashboard.stages.map((row) => ({
        key: row.status,
        name: stageName(row.status),
        // A stay of minutes still has a bar to see.
        value: Math.max(row.median_days, 0.01),
        figures: [
          durationText(row.median_days, t, format),
          durationText(row.p90_days, t, format),
          format.number(row.count),
        ],
      }))}
    />
  );
}

/** Days from two on, hours below. */
function durationText(days: number, t: TFunction<"dashboard">, format: Formats): string {
  return days >= 2
    ? t("duration.days", { value: format.number(Math.round(days * 10) / 10) })
    : t("duration.hours", { value: format.number(Math.round(days * 240) / 10) });
}

function Jobs({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const opensJobs = useCanOpenPage("jobs");
  return (
    <FigureTable
      title={t("jobs.title")}
      heads={[t("job"), t("jobs.applied"), t("jobs.review"), t("jobs.interviews"), t("jobs.offer"), t("jobs.hired")]}
      empty={t("nothing")}
      rows={dashboard.jobs.map((job) => ({
        key: job.job_id,
        name: opensJobs ? <Link to={href("job", { id: job.job_id })}>{job.title}</Link> : job.title,
        value: job.applied + job.in_review + job.in_interviews + job.in_offer + job.hired,
        figures: [
          format.number(job.applied),
          <Count key="review" value={job.in_review} jobId={job.job_id} page="ai-review" />,
          <Count key="interviews" value={job.in_interviews} jobId={job.job_id} page="pipeline" />,
          <Count key="offer" value={job.in_offer} jobId={job.job_id} page="pipeline" />,
          format.number(job.hired),
        ],
      }))}
    />
  );
}

function Scores({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const levelName = useLevelName();
  return (
    <FigureTable
      title={t("scores.title")}
      heads={[t("scores.level"), t("scores.count")]}
      empty={t("nothing")}
      rows={dashboard.scores.levels.map(({ level, count }) => ({
        key: level,
        name: levelName(level),
        value: count,
        figures: [format.number(count)],
      }))}
    />
  );
}

function Sources({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const names: Record<string, string> = {
    batch: t("source.batch"),
    email: t("source.email"),
    manual: t("source.manual"),
    import: t("source.import"),
    pool: t("source.pool"),
    careers: t("source.careers"),
  };
  return (
    <FigureTable
      title={t("sources.title")}
      heads={[t("sources.source"), t("jobs.applied"), t("sources.advanced")]}
      empty={t("nothing")}
      rows={dashboard.sources.map(({ source, applied, advanced }) => ({
        key: source,
        name: names[source] ?? source,
        value: applied,
        figures: [format.number(applied), format.number(advanced)],
      }))}
    />
  );
}

function Members({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  return (
    <FigureTable
      title={t("members.title")}
      heads={[t("members.member"), t("members.moves")]}
      empty={t("members.empty")}
      rows={dashboard.members.map(({ user_id, name, moves }) => ({
        key: user_id,
        name,
        value: moves,
        figures: [format.number(moves)],
      }))}
    />
  );
}
