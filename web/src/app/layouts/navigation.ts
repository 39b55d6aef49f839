// The entries of the menus that I may open, with the chosen job carried from one to the next.
import { useTranslation } from "react-i18next";
import { useRememberedJob } from "@/entities/job/selection";
import { useCurrentOrganization } from "@/entities/session/session";
import { useMyProfile } from "@/entities/user/queries";
import { mayOpen } from "@/lib/routes/access";
import { ROUTE_ENTRIES, type RouteName } from "@/lib/routes/manifest";

export interface NavigationEntry {
  key: RouteName;
  to: string;
  label: string;
}

export function useNavigation(place: "main" | "account"): NavigationEntry[] {
  const { t } = useTranslation("shell");
  const { membership } = useCurrentOrganization();
  const jobId = useRememberedJob();
  const isOperator = useMyProfile().data?.is_operator === true;
  return ROUTE_ENTRIES.flatMap(([key, { path, query, menu, access }]) => {
    if (menu?.place !== place || !mayOpen(membership, key)) return [];
    if (access === "operator" && !isOperator) return [];
    const to = jobId && query?.includes("job_id") ? `${path}?${new URLSearchParams({ job_id: jobId })}` : path;
    return [{ key, to, label: t(menu.label) }];
  });
}
