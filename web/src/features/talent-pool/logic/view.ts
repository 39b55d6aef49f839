// The view of the talent pool, stored in the URL.
import { ARCHIVE_REASONS, ELIMINATED } from "@/entities/application/archive";
import { LEVEL } from "@/entities/application/stages";
import { DEFAULT_POOL_VIEW, type PoolView } from "@/entities/application/talentPool";
import type { ViewScreen } from "@/entities/view/savedView";
import type { ArchiveReason, RecommendationLevel } from "@/lib/api/types";

export const REASONS: readonly ArchiveReason[] = [...ARCHIVE_REASONS, ELIMINATED];
export const LEVELS: readonly RecommendationLevel[] = Object.values(LEVEL);

/** A saved view keeps the filters, but not the page. */
export const POOL_VIEWS: ViewScreen = {
  name: "talent-pool",
  params: ["search", "reason", "job_id", "level", "starred", "blacklisted"],
  resets: ["page"],
};

function flag(value: string | null): boolean | null {
  return value === "true" ? true : value === "false" ? false : null;
}

export function viewOf(params: URLSearchParams): PoolView {
  const page = Number(params.get("page"));
  return {
    ...DEFAULT_POOL_VIEW,
    search: params.get("search") ?? "",
    reason: REASONS.find((reason) => reason === params.get("reason")) ?? null,
    jobId: params.get("job_id"),
    level: LEVELS.find((level) => level === params.get("level")) ?? null,
    starred: flag(params.get("starred")),
    blacklisted: flag(params.get("blacklisted")),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The URL of a changed view; a changed filter starts at the first page. */
export function withView(params: URLSearchParams, change: Partial<PoolView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const view = { ...viewOf(params), page: 1, ...change };
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put("search", view.search);
  put("reason", view.reason);
  put("job_id", view.jobId);
  put("level", view.level);
  put("starred", view.starred === null ? null : String(view.starred));
  put("blacklisted", view.blacklisted === null ? null : String(view.blacklisted));
  put("page", view.page > 1 ? String(view.page) : null);
  return next;
}
