// The candidates behind a figure, by page.
import { keepPreviousData } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import type { FigureQuery } from "@/lib/api/types";
import { DASHBOARD, FIGURE } from "./paths";

export const FIGURE_PAGE_SIZE = 50;

export function useFigureCandidates(figure: FigureQuery, page: number) {
  const organization_id = useOrganizationId();
  const asked = { ...figure, limit: FIGURE_PAGE_SIZE, offset: (page - 1) * FIGURE_PAGE_SIZE };
  return query.useQuery(
    "get",
    FIGURE,
    { params: { path: { organization_id }, query: asked } },
    { placeholderData: keepPreviousData },
  );
}

/** The name of the figure's member, from the cached dashboard. */
export function useMemberName(figure: FigureQuery): string | undefined {
  const organization_id = useOrganizationId();
  const { user_id, from, to, job_id } = figure;
  const period = { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(job_id ? { job_id } : {}) };
  const dashboard = query.useQuery(
    "get",
    DASHBOARD,
    { params: { path: { organization_id }, query: period } },
    { enabled: user_id !== undefined && user_id !== null },
  );
  const known = [...(dashboard.data?.members ?? []), ...(dashboard.data?.workload ?? [])];
  return known.find((member) => member.user_id === user_id)?.name;
}
