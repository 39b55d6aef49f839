// The tasks that ended in each hour of the last day.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { OpsOverview } from "@/lib/api/types";
import styles from "./DayCurve.module.css";

const HEIGHT = 72;
const STEP = 20;
const WIDTH = 16;

export function DayCurve({ hours }: { hours: OpsOverview["hours"] }) {
  const { t } = useTranslation("ops");
  const format = useFormats();
  const sum = (of: "completed" | "failed") => hours.reduce((total, hour) => total + hour[of], 0);
  const totals = { completed: sum("completed"), failed: sum("failed") };
  const largest = Math.max(1, ...hours.map(({ completed, failed }) => completed + failed));
  const length = (count: number) => (count / largest) * HEIGHT;
  return (
    <section className={styles.section} aria-label={t("day.title")}>
      <h2 className={styles.title}>{t("day.title")}</h2>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("day.totals", totals)}
      >
        {hours.map(({ start, completed, failed }, at) => (
          <g key={start}>
            <title>{t("day.hour", { time: format.dateTime(start), completed, failed })}</title>
            <rect x={at * STEP} width={STEP} height={HEIGHT} className={styles.hour} />
            <rect
              x={at * STEP}
              y={HEIGHT - length(completed)}
              width={WIDTH}
              height={length(completed)}
              className={styles.completed}
            />
            <rect
              x={at * STEP}
              y={HEIGHT - length(completed + failed)}
              width={WIDTH}
              height={length(failed)}
              className={styles.failed}
            />
          </g>
        ))}
      </svg>
      <p className={styles.totals}>{t("day.totals", totals)}</p>
    </section>
  );
}
