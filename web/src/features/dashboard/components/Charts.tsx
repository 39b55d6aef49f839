// Charts of the trend over the period and of the score distribution. Each series of the trend has a chart of its own,
// so that small numbers stay readable beside large ones.

import { type ComponentProps, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { STAGE } from "@/entities/application/stages";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { dayIn, useFormats } from "@/i18n/format";
import type { Dashboard } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import { type FigurePart, type FigureScope, figureHref, scopeBefore, scopeOfStep, scoreRange } from "../logic/figures";
import styles from "./Charts.module.css";
import { ChartTable } from "./ChartTable";
import { ComparedFigure } from "./FigureLink";

const loadChart = () => import("./Chart");
// Load the chart code while the figures are fetched.
void loadChart().catch(() => {});
const LazyChart = lazyPart(loadChart);

/** Reserves the chart's space while it loads. */
function Chart(props: ComponentProps<typeof LazyChart>) {
  return (
    <Suspense fallback={<div className={styles.waiting} data-small={props.isSmall ?? false} aria-busy="true" />}>
      <LazyChart {...props} />
    </Suspense>
  );
}

interface Props {
  dashboard: Dashboard;
  scope: FigureScope;
}

export function Trend({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const { step, points } = dashboard.trend;
  const label = (start: string) => {
    const day = dayIn(dashboard.time_zone, new Date(start));
    return step === "month" ? format.month(day.slice(0, 7)) : day.slice(5);
  };
  const axis = { day: t("trend.day"), week: t("trend.week"), month: t("trend.month") }[step];
  const canOpen = useCanOpenRoute("dashboardCandidates");
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
    return canOpen && line?.values[at] ? figureHref(scopeOfStep(scope, points, at), line.part) : null;
  };
  const labels = points.map(({ start }) => label(start));
  const { total, total_before } = dashboard.trend;
  const totals = [
    [total.applied, total_before.applied],
    [total.interviewed, total_before.interviewed],
    [total.offered, total_before.offered],
    [total.hired, total_before.hired],
  ] as const;
  return (
    <Figure title={t("trend.title")} isWide>
      <dl className={styles.strips}>
        {series.map(({ name, part, values }, at) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <ComparedFigure value={totals[at]?.[0] ?? 0} before={totals[at]?.[1] ?? 0} scope={scope} part={part} />
              <Chart labels={labels} series={[{ name, values }]} hrefOf={(_, place) => hrefOf(at, place)} isSmall />
            </dd>
          </div>
        ))}
      </dl>
      <ChartTable axis={axis} labels={labels} series={series} hrefOf={hrefOf} />
    </Figure>
  );
}

export function Histogram({ dashboard, scope }: Props) {
  const { t } = useTranslation("dashboard");
  const { histogram, histogram_before } = dashboard.scores;
  const canOpen = useCanOpenRoute("dashboardCandidates");
  const labels = histogram.map((_, at) => scoreRange(at));
  const series = [
    { name: t("histogram.count"), values: histogram },
    { name: t("funnel.before"), values: histogram_before },
  ];
  const hrefOf = (of: number, at: number) => {
    const [count, period] = of === 0 ? [histogram[at], scope] : [histogram_before[at], scopeBefore(scope)];
    return canOpen && count ? figureHref(period, { figure: "score_class", class: at }) : null;
  };
  return (
    <Figure title={t("histogram.title")}>
      <Chart labels={labels} series={series} hrefOf={hrefOf} />
      <ChartTable axis={t("histogram.score")} labels={labels} series={series} hrefOf={hrefOf} />
    </Figure>
  );
}

function Figure(props: { title: string; isWide?: boolean; children: React.ReactNode }) {
  return (
    <section className={styles.figure} data-wide={props.isWide} aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}
