// The figures that are seen better than read: how they went over the period, and how scores are spread.
import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { STAGE } from "@/entities/application/stages";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Dashboard } from "@/lib/api/types";
import { type FigurePart, type FigureScope, figureHref, scopeOfStep, scoreRange } from "../logic/figures";
import styles from "./Charts.module.css";

const Chart = lazy(() => import("./Chart"));

interface Props {
  dashboard: Dashboard;
  scope: FigureScope;
}

export function Trend({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const { step, points } = dashboard.trend;
  const label = (start: string) => (step === "month" ? format.month(start.slice(0, 7)) : start.slice(5, 10));
  const axis = { day: t("trend.day"), week: t("trend.week"), month: t("trend.month") }[step];
  const opens = useCanOpenRoute("dashboardCandidates");
  const series: { name: string; values: number[]; part: FigurePart }[] = [
    { name: t("trend.applied"), values: points.map(({ applied }) => applied), part: { figure: "arrived" } },
    {
      name: t("trend.interviewed"),
      values: points.map(({ interviewed }) => interviewed),
      part: { figure: "came_to_interviews" },
    },
    {
      name: t("trend.offered"),
      values: points.map(({ offered }) => offered),
      part: { figure: "entered", status: STAGE.offer },
    },
    {
      name: t("trend.hired"),
      values: points.map(({ hired }) => hired),
      part: { figure: "entered", status: STAGE.onboarding },
    },
  ];
  const hrefOf = (of: number, at: number) => {
    const line = series[of];
    return opens && line?.values[at] ? figureHref(scopeOfStep(scope, points, at), line.part) : null;
  };
  return (
    <Figure title={t("trend.title")} isWide>
      <Chart
        kind="line"
        axis={axis}
        labels={points.map(({ start }) => label(start))}
        series={series.map(({ name, values }) => ({ name, values }))}
        hrefOf={hrefOf}
      />
    </Figure>
  );
}

export function Histogram({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const { histogram } = dashboard.scores;
  const opens = useCanOpenRoute("dashboardCandidates");
  const labels = histogram.map((_, at) => scoreRange(at));
  return (
    <Figure title={t("histogram.title")}>
      <Chart
        kind="bar"
        axis={t("histogram.score")}
        labels={labels}
        series={[{ name: t("histogram.count"), values: histogram }]}
        hrefOf={(_, at) => (opens && histogram[at] ? figureHref(scope, { figure: "score_class", class: at }) : null)}
      />
    </Figure>
  );
}

function Figure(props: { title: string; isWide?: boolean; children: React.ReactNode }) {
  return (
    <section className={styles.figure} data-wide={props.isWide} aria-label={props.title}>
      <h2>{props.title}</h2>
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>{props.children}</Suspense>
    </section>
  );
}
