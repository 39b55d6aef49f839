// The figures that are seen better than read: how they went over the period, and how scores are spread.
import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { Dashboard } from "@/lib/api/types";
import styles from "./Charts.module.css";

const Chart = lazy(() => import("./Chart"));

export function Trend({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const { step, points } = dashboard.trend;
  const label = (start: string) => (step === "month" ? format.month(start.slice(0, 7)) : start.slice(5, 10));
  const axis = { day: t("trend.day"), week: t("trend.week"), month: t("trend.month") }[step];
  const series = [
    { name: t("trend.applied"), values: points.map(({ applied }) => applied) },
    { name: t("trend.interviewed"), values: points.map(({ interviewed }) => interviewed) },
    { name: t("trend.offered"), values: points.map(({ offered }) => offered) },
    { name: t("trend.hired"), values: points.map(({ hired }) => hired) },
  ];
  return (
    <Figure title={t("trend.title")} isWide>
      <Chart kind="line" axis={axis} labels={points.map(({ start }) => label(start))} series={series} />
    </Figure>
  );
}

export function Histogram({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const { histogram } = dashboard.scores;
  const labels = histogram.map((_, at) => (at === 9 ? "90–100" : `${at * 10}–${at * 10 + 9}`));
  return (
    <Figure title={t("histogram.title")}>
      <Chart
        kind="bar"
        axis={t("histogram.score")}
        labels={labels}
        series={[{ name: t("histogram.count"), values: histogram }]}
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
