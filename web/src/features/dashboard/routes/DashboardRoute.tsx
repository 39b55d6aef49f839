// /dashboard: how candidates move through the pipeline in a period, for all jobs or one.

import { Button, Select, Skeleton } from "antd";
import { Download } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { zoneOf } from "@/entities/organization/queries";
import { useCanOpenPage, useIsUnassigned } from "@/entities/session/memberships";
import { useCurrentOrganization, useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import type { Dashboard } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { DASHBOARD } from "../api/paths";
import { LongestWaiting, UpcomingInterviews } from "../components/Attention";
import { Histogram, Trend } from "../components/Charts";
import { Cohort } from "../components/Cohort";
import { Funnel, Jobs, Members, Scores, Sources, StageTimes, Workload } from "../components/FigureTables";
import { InsightsPanel } from "../components/InsightsPanel";
import { PeriodDays } from "../components/PeriodDays";
import { isEmpty } from "../logic/empty";
import type { FigureScope } from "../logic/figures";
import { daysOf, PERIODS, periodOf, periodText } from "../logic/period";
import styles from "./DashboardRoute.module.css";

const ALL_JOBS = "";
const CUSTOM = "custom";

const PeriodFields = lazyPart(async () => ({ default: (await import("../components/PeriodFields")).PeriodFields }));
const ExportDialog = lazyPart(
  async () => ({ default: (await import("../components/ExportDialog")).ExportDialog }),
  "overlay",
);

export function DashboardRoute() {
  const { t } = useTranslation("dashboard");
  const organization_id = useOrganizationId();
  const [params, setParams] = useSearchParams();
  const period = periodOf(params.get("days"));
  const job_id = params.get("job_id") ?? undefined;
  const zone = zoneOf(useCurrentOrganization().membership.organization);
  const days = daysOf(period, new Date(), zone);
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
            <Select<(typeof PERIODS)[number] | typeof CUSTOM>
              aria-label={t("period")}
              value={typeof period === "number" ? period : CUSTOM}
              onChange={(value) => set("days", periodText(value === CUSTOM ? days : value))}
              options={[
                ...PERIODS.map((value) => ({ value, label: t("days", { count: value }) })),
                { value: CUSTOM, label: t("period_custom") },
              ]}
            />
            {typeof period === "number" ? null : (
              <Suspense fallback={null}>
                <PeriodFields range={period} onChange={(range) => set("days", periodText(range))} />
              </Suspense>
            )}
            {dashboard.data ? <PeriodDays {...dashboard.data} /> : null}
          </div>
        }
        actions={
          <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => setExporting(true)}>
            {t("export.title")}
          </Button>
        }
      />
      {dashboard.data && isEmpty(dashboard.data) ? null : (
        <InsightsPanel key={`${periodText(period)} ${job_id}`} filter={filter} days={periodText(period)} />
      )}
      <QueryView query={dashboard} skeleton={<Skeleton active paragraph={{ rows: 12 }} />}>
        {(data) => (
          <Figures dashboard={data} scope={{ from: data.from, to: data.to, job_id, days: periodText(period) }} />
        )}
      </QueryView>
      <Suspense fallback={null}>
        {exporting ? <ExportDialog filter={filter} onClose={() => setExporting(false)} /> : null}
      </Suspense>
    </>
  );
}

function Figures({ dashboard, scope }: { dashboard: Dashboard; scope: FigureScope }) {
  const { t } = useTranslation(["dashboard", "common"]);
  const canOpenEvaluate = useCanOpenPage("evaluate");
  const isUnassigned = useIsUnassigned();
  if (isEmpty(dashboard)) {
    return isUnassigned ? (
      <EmptyState text={t("common:unassigned.text")} hint={t("common:unassigned.hint")} />
    ) : (
      <EmptyState
        text={t("empty")}
        action={canOpenEvaluate ? <Link to={href("evaluate")}>{t("empty_action")}</Link> : null}
      />
    );
  }
  return (
    <div className={styles.grid}>
      <Trend dashboard={dashboard} scope={scope} />
      <Cohort dashboard={dashboard} scope={scope} />
      <Funnel dashboard={dashboard} scope={scope} />
      <StageTimes dashboard={dashboard} scope={scope} />
      <Jobs dashboard={dashboard} scope={scope} />
      <Sources dashboard={dashboard} scope={scope} />
      <Scores dashboard={dashboard} scope={scope} />
      <Histogram dashboard={dashboard} scope={scope} />
      <LongestWaiting dashboard={dashboard} scope={scope} now={Date.now()} />
      <UpcomingInterviews dashboard={dashboard} scope={scope} />
      <Workload dashboard={dashboard} scope={scope} />
      <Members dashboard={dashboard} scope={scope} />
    </div>
  );
}
