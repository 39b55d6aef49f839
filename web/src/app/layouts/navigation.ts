// Menu entries that the user can open; links of the pages about one job keep the selected one.
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useStoredJob } from "@/entities/job/selection";
import { useCurrentOrganization } from "@/entities/session/session";
import { useMyProfile } from "@/entities/user/queries";
import { canOpenRoute } from "@/lib/routes/access";
import { ROUTE_ENTRIES, type RouteName } from "@/lib/routes/manifest";
import { readPageState, storePageState } from "@/lib/storage/pageState";

export interface NavigationEntry {
  key: RouteName;
  to: string;
  label: string;
}

/** Parameters that are not restored: what is open on a page, or a day. */
const TRANSIENT_PARAMETERS: readonly string[] = ["id", "batch_id", "day", "rank"];
/** Pages about all jobs, where a job is one of the page's own filters: the selected job doesn't change it. */
const ABOUT_ALL_JOBS: readonly RouteName[] = ["dashboard", "talentPool"];

/** The owner of stored page states: a user in an organization. */
function useOwner(): string {
  const { session, membership } = useCurrentOrganization();
  return `${session.user.id} ${membership.organization.id}`;
}

/** Stores the state in which each menu page was left. */
export function usePageStates(): void {
  const { pathname, search } = useLocation();
  const owner = useOwner();
  useEffect(() => {
    const [page, spec] = ROUTE_ENTRIES.find(([, { path, menu }]) => menu && path === pathname) ?? [];
    if (!page) return;
    const kept = new URLSearchParams(search);
    for (const name of [...kept.keys()])
      if (!spec?.query?.includes(name) || TRANSIENT_PARAMETERS.includes(name)) kept.delete(name);
    storePageState(owner, page, kept);
  }, [pathname, search, owner]);
}

export function useNavigation(place: "main" | "account"): NavigationEntry[] {
  const { t } = useTranslation("shell");
  const { membership } = useCurrentOrganization();
  const owner = useOwner();
  const jobId = useStoredJob();
  const { pathname } = useLocation();
  const isOperator = useMyProfile().data?.is_operator === true;
  return ROUTE_ENTRIES.flatMap(([key, { path, query, menu, access }]) => {
    if (menu?.place !== place || !canOpenRoute(membership, key)) return [];
    if (access === "operator" && !isOperator) return [];
    // On its own page, an entry resets the page.
    const kept = pathname === path ? new URLSearchParams() : readPageState(owner, key);
    if (jobId && query?.includes("job_id") && !ABOUT_ALL_JOBS.includes(key)) kept.set("job_id", jobId);
    return [{ key, to: kept.size > 0 ? `${path}?${kept}` : path, label: t(menu.label) }];
  });
}
