// Columns on a canvas. The same figures stand in a table beside it.
import {
  BarController,
  BarElement,
  Chart as Canvas,
  CategoryScale,
  type ChartConfiguration,
  Legend,
  LinearScale,
  Tooltip,
} from "chart.js";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { useAppearance } from "@/ui/theme/appearance";
import { palettes } from "@/ui/theme/palette";
import styles from "./Chart.module.css";

Canvas.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

export interface Series {
  name: string;
  values: readonly number[];
}

interface Props {
  /** Labels along the axis. */
  labels: readonly string[];
  series: readonly Series[];
  /** The link of a figure, by series and index; null without one. */
  hrefOf: (series: number, at: number) => string | null;
  /** Whether it is one of several beside each other. */
  isSmall?: boolean;
}

const MARKS = ["circle", "rect", "triangle", "rectRot"] as const;

/** The least value of a full axis, so that single candidates do not look like many. */
const MIN_AXIS = 4;

export default function Chart({ labels, series, hrefOf, isSmall = false }: Props) {
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
    const chart = new Canvas(target, configuration(figures, appearance, isSmall));
    const placeOf = (event: MouseEvent): FigurePlace | null => {
      const [hit] = chart.getElementsAtEventForMode(event, "nearest", { intersect: false }, false);
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
  }, [drawn, appearance, isSmall]);
  return (
    <div className={styles.canvas} data-small={isSmall} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}

/** One data point of the chart. */
interface FigurePlace {
  series: number;
  at: number;
}

function configuration(
  { labels, series }: Pick<Props, "labels" | "series">,
  appearance: keyof typeof palettes,
  isSmall: boolean,
): ChartConfiguration {
  const palette = palettes[appearance];
  const colours = [palette.green, palette.amber, palette.inkSoft, palette.red];
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  return {
    type: "bar",
    data: {
      labels: [...labels],
      datasets: series.map(({ name, values }, at) => ({
        label: name,
        data: [...values],
        borderColor: colours[at % colours.length] ?? palette.ink,
        backgroundColor: colours[at % colours.length] ?? palette.ink,
        pointStyle: MARKS[at % MARKS.length] ?? "circle",
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
          suggestedMax: MIN_AXIS,
          border: { display: false },
          grid: { color: palette.hairline },
          ticks: { color: palette.inkSoft, font, precision: 0, maxTicksLimit: isSmall ? 3 : 5 },
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
