// A chart on a canvas, with the same figures as a table.
import {
  BarController,
  BarElement,
  Chart as Canvas,
  CategoryScale,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useFormats } from "@/i18n/format";
import { WideTable } from "@/ui/tables/WideTable";
import { useAppearance } from "@/ui/theme/appearance";
import { palettes } from "@/ui/theme/palette";
import styles from "./Chart.module.css";

Canvas.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

export interface Series {
  name: string;
  values: readonly number[];
}

interface Props {
  kind: "bar" | "line";
  /** Labels along the axis. */
  axis: string;
  labels: readonly string[];
  series: readonly Series[];
  /** The link of a figure, by series and index; null without one. */
  hrefOf: (series: number, at: number) => string | null;
}

/** Series also differ in their dashes, so that colour is not the only difference. */
const DASHES = [[], [6, 4], [2, 3], [10, 3, 2, 3]];
const MARKS = ["circle", "rect", "triangle", "rectRot"] as const;

export default function Chart({ kind, axis, labels, series, hrefOf }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { appearance } = useAppearance();
  const navigate = useNavigate();
  const drawn = JSON.stringify({ labels, series });
  const targetOf = useEffectEvent((place: FigurePlace) => hrefOf(place.series, place.at));
  const open = useEffectEvent((place: FigurePlace) => {
    const target = hrefOf(place.series, place.at);
    if (target) void navigate(target);
  });
  useEffect(() => {
    const target = canvas.current;
    if (!target?.getContext("2d")) return;
    const figures: Pick<Props, "labels" | "series"> = JSON.parse(drawn);
    const chart = new Canvas(target, configuration(kind, figures, appearance));
    const placeOf = (event: MouseEvent): FigurePlace | null => {
      const [hit] = chart.getElementsAtEventForMode(event, "nearest", { intersect: kind === "line" }, false);
      return hit ? { series: hit.datasetIndex, at: hit.index } : null;
    };
    const onClick = (event: MouseEvent) => {
      const place = placeOf(event);
      if (place) open(place);
    };
    const onMove = (event: MouseEvent) => {
      const place = placeOf(event);
      target.style.cursor = place && targetOf(place) ? "pointer" : "";
    };
    target.addEventListener("click", onClick);
    target.addEventListener("mousemove", onMove);
    return () => {
      target.removeEventListener("click", onClick);
      target.removeEventListener("mousemove", onMove);
      chart.destroy();
    };
  }, [kind, drawn, appearance]);
  return (
    <>
      <div className={styles.canvas} aria-hidden="true">
        <canvas ref={canvas} />
      </div>
      <details className={styles.table}>
        <summary>{t("chart.table")}</summary>
        <WideTable>
          <table>
            <thead>
              <tr>
                <th scope="col">{axis}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, at) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {series.map(({ name, values }, of) => {
                    const number = format.number(values[at] ?? 0);
                    const target = hrefOf(of, at);
                    return (
                      <td key={name}>
                        {target ? (
                          <Link to={target} aria-label={t("figure.open", { number, name: `${name}, ${label}` })}>
                            {number}
                          </Link>
                        ) : (
                          number
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      </details>
    </>
  );
}

/** One data point of the chart. */
interface FigurePlace {
  series: number;
  at: number;
}

function configuration(
  kind: Props["kind"],
  { labels, series }: Pick<Props, "labels" | "series">,
  appearance: keyof typeof palettes,
): ChartConfiguration {
  const palette = palettes[appearance];
  const colours = [palette.green, palette.amber, palette.inkSoft, palette.red];
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  return {
    type: kind,
    data: {
      labels: [...labels],
      datasets: series.map(({ name, values }, at) => ({
        label: name,
        data: [...values],
        borderColor: colours[at % colours.length] ?? palette.ink,
        backgroundColor: colours[at % colours.length] ?? palette.ink,
        borderWidth: kind === "line" ? 2 : 0,
        borderDash: DASHES[at % DASHES.length] ?? [],
        pointStyle: MARKS[at % MARKS.length] ?? "circle",
        pointRadius: 3,
        pointHitRadius: 8,
        tension: 0,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
      scales: {
        x: { grid: { display: false }, ticks: { color: palette.inkSoft, font, maxRotation: 0, autoSkipPadding: 12 } },
        y: {
          beginAtZero: true,
          border: { display: false },
          grid: { color: palette.hairline },
          ticks: { color: palette.inkSoft, font, precision: 0, maxTicksLimit: 5 },
        },
      },
      plugins: {
        legend: {
          display: series.length > 1,
          position: "bottom",
          labels: { color: palette.ink, font, usePointStyle: true, boxWidth: 8, boxHeight: 8, padding: 16 },
        },
        tooltip: {
          backgroundColor: palette.raised,
          borderColor: palette.hairline,
          borderWidth: 1,
          titleColor: palette.ink,
          bodyColor: palette.ink,
          titleFont: font,
          bodyFont: font,
          usePointStyle: true,
        },
      },
    },
  };
}
