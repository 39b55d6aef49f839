// The board's view, stored in the URL.
import { BOARD_SORTS, type BoardSort } from "@/entities/application/boardLogic";
import { STAGE, SUB_STATUSES_OF } from "@/entities/application/stages";
import type { ViewScreen } from "@/entities/view/savedView";
import type { Stage, SubStatus } from "@/lib/api/types";

export const SHOWN_STAGES = [STAGE.online, STAGE.onsite] as const;
export const ALL_STAGES = [...SHOWN_STAGES, STAGE.offer, STAGE.onboarding] as const;

/** The search parameter of a lane's filter. */
const FILTER_OF: Partial<Record<Stage, string>> = {
  [STAGE.online]: "online",
  [STAGE.onsite]: "onsite",
  [STAGE.offer]: "offer",
  [STAGE.onboarding]: "onboarding",
};

export interface BoardView {
  search: string;
  sort: BoardSort;
  filters: Partial<Record<Stage, SubStatus>>;
  /** Also shows the lanes after the interviews. */
  allLanes: boolean;
  /** Whether the talent pool is open. */
  pool: boolean;
  id: string | null;
}

export function viewOf(params: URLSearchParams): BoardView {
  const filters: Partial<Record<Stage, SubStatus>> = {};
  for (const [stage, name] of Object.entries(FILTER_OF) as [Stage, string][]) {
    const wanted = params.get(name);
    const known = (SUB_STATUSES_OF[stage] as readonly SubStatus[]).find((subStatus) => subStatus === wanted);
    if (known) filters[stage] = known;
  }
  return {
    search: params.get("search") ?? "",
    sort: BOARD_SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
    filters,
    allLanes: params.get("lanes") === "all",
    pool: params.get("pool") === "open",
    id: params.get("id"),
  };
}

export function withView(params: URLSearchParams, change: Partial<BoardView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const view = { ...viewOf(params), ...change };
  const put = (name: string, value: string | null | undefined) => (value ? next.set(name, value) : next.delete(name));
  put("search", view.search);
  put("sort", view.sort === "newest" ? null : view.sort);
  put("lanes", view.allLanes ? "all" : null);
  put("pool", view.pool ? "open" : null);
  put("id", view.id);
  for (const [stage, name] of Object.entries(FILTER_OF) as [Stage, string][]) put(name, view.filters[stage]);
  return next;
}

/** A saved view keeps the filters and order, but not the job or the opened candidate. */
export const BOARD_VIEWS: ViewScreen = {
  name: "pipeline",
  params: ["search", "sort", "lanes", ...Object.values(FILTER_OF)],
};
