// Which figure's candidates are asked for, as the address and the API say it.
import type { Dashboard, FigureQuery } from "@/lib/api/types";
import { href } from "@/lib/routes/href";

export type FigureKind = FigureQuery["figure"];

/** What tells a figure of the dashboard from its others. */
export type FigurePart = Pick<FigureQuery, "figure" | "status" | "level" | "class" | "source" | "user_id">;

/** What a dashboard covers, as its figures' candidates are asked for. */
export interface FigureScope {
  from: string;
  to: string;
  job_id?: string | undefined;
  /** The period that the dashboard was opened with, to go back to. */
  days: number;
}

const KINDS = [
  "entered",
  "left",
  "arrived",
  "came_to_interviews",
  "timed_out",
  "moved",
  "current",
  "in_interviews",
  "timed_out_now",
  "waiting",
  "workload",
  "workload_waiting",
  "interviewing",
  "applied",
  "level",
  "score_class",
  "source",
  "advanced",
] as const satisfies readonly FigureKind[];

/** Figures of what is so now, whatever the period. */
const CURRENT_KINDS: readonly FigureKind[] = [
  "current",
  "in_interviews",
  "timed_out_now",
  "waiting",
  "workload",
  "workload_waiting",
  "interviewing",
];

export function isCurrentFigure(figure: FigureKind): boolean {
  return CURRENT_KINDS.includes(figure);
}

/** The address of the candidates behind a figure. */
export function figureHref(scope: FigureScope, part: FigurePart): string {
  const period = isCurrentFigure(part.figure) ? {} : { from: scope.from, to: scope.to };
  return href("dashboardCandidates", {
    ...part,
    class: part.class === undefined ? null : String(part.class),
    ...period,
    job_id: scope.job_id,
    days: String(scope.days),
  });
}

/** The same scope, in the period of the same length before. */
export function scopeBefore(scope: FigureScope): FigureScope {
  const length = Date.parse(scope.to) - Date.parse(scope.from);
  return { ...scope, from: new Date(Date.parse(scope.from) - length).toISOString(), to: scope.from };
}

/** The scope of one step of a trend, cut off by the period as its figures are. */
export function scopeOfStep(scope: FigureScope, points: Dashboard["trend"]["points"], at: number): FigureScope {
  const start = points[at]?.start ?? scope.from;
  const from = Date.parse(start) < Date.parse(scope.from) ? scope.from : start;
  return { ...scope, from, to: points[at + 1]?.start ?? scope.to };
}

/** Reads the question off the address; without one that makes sense, everybody who applied lately. */
export function figureOf(params: URLSearchParams): FigureQuery {
  const text = (name: string) => params.get(name) || undefined;
  const figure = KINDS.find((known) => known === params.get("figure")) ?? "applied";
  const place = Number(params.get("class") ?? Number.NaN);
  const found: Partial<Record<keyof FigureQuery, string | number>> = { figure };
  for (const name of ["status", "level", "source", "user_id", "from", "to", "job_id"] as const) {
    const value = text(name);
    if (value) found[name] = value;
  }
  if (Number.isInteger(place)) found.class = place;
  // What the API does not know it refuses, and the page says so.
  return found as unknown as FigureQuery;
}

/** The scores of a class: "80–89", the last up to 100. */
export function scoreRange(place: number): string {
  return place === 9 ? "90–100" : `${place * 10}–${place * 10 + 9}`;
}
