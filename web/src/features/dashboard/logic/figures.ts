// Which figure's candidates to show, in the URL and as API query.
import type { Dashboard, FigureQuery } from "@/lib/api/types";
import { href } from "@/lib/routes/href";

export type FigureKind = FigureQuery["figure"];

/** What distinguishes the figures of one dashboard. */
export type FigurePart = Pick<
  FigureQuery,
  "figure" | "status" | "waits_for" | "level" | "class" | "source" | "user_id"
>;

/** The dashboard's filters, as used for the candidates of its figures. */
export interface FigureScope {
  from: string;
  to: string;
  job_id?: string | undefined;
  /** The dashboard's period, as in its URL, for the link back. */
  days: string;
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
  "reached",
  "level",
  "score_class",
  "source",
  "advanced",
] as const satisfies readonly FigureKind[];

/** Figures of the current state, independent of the period. */
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

/** URL of the candidates behind a figure. */
export function figureHref(scope: FigureScope, part: FigurePart): string {
  const period = isCurrentFigure(part.figure) ? {} : { from: scope.from, to: scope.to };
  return href("dashboardCandidates", {
    ...part,
    class: part.class === undefined ? null : String(part.class),
    ...period,
    job_id: scope.job_id,
    days: scope.days,
  });
}

/** The same filters, in the previous period of the same length. */
export function scopeBefore(scope: FigureScope): FigureScope {
  const length = Date.parse(scope.to) - Date.parse(scope.from);
  return { ...scope, from: new Date(Date.parse(scope.from) - length).toISOString(), to: scope.from };
}

/** The filters of one step of a trend, cut off at the ends of the period. */
export function scopeOfStep(scope: FigureScope, points: Dashboard["trend"]["points"], at: number): FigureScope {
  const start = points[at]?.start ?? scope.from;
  const from = Date.parse(start) < Date.parse(scope.from) ? scope.from : start;
  return { ...scope, from, to: points[at + 1]?.start ?? scope.to };
}

/** Reads the query from the URL; falls back to all recent applicants. */
export function figureOf(params: URLSearchParams): FigureQuery {
  const text = (name: string) => params.get(name) || undefined;
  const figure = KINDS.find((known) => known === params.get("figure")) ?? "applied";
  const place = Number(params.get("class") ?? Number.NaN);
  const found: Partial<Record<keyof FigureQuery, string | number>> = { figure };
  for (const name of ["status", "waits_for", "level", "source", "user_id", "from", "to", "job_id"] as const) {
    const value = text(name);
    if (value) found[name] = value;
  }
  if (Number.isInteger(place)) found.class = place;
  // The API refuses unknown values, and the page shows that.
  return found as unknown as FigureQuery;
}

/** Label of a score range: "80–89"; the last one includes 100. */
export function scoreRange(place: number): string {
  return place === 9 ? "90–100" : `${place * 10}–${place * 10 + 9}`;
}
