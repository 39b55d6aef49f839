// The main screens I may open, in the order of the work, with the chosen job carried from one to the next.
import { useTranslation } from "react-i18next";
import { useRememberedJob } from "@/entities/job/selection";
import { useCurrentOrganization } from "@/entities/session/session";
import { mayOpen } from "../guards/access";

export interface NavigationEntry {
  key: string;
  to: string;
  label: string;
}

export function useNavigation(): NavigationEntry[] {
  const { t } = useTranslation("shell");
  const { membership } = useCurrentOrganization();
  const jobId = useRememberedJob();
  const withJob = (path: string) => (jobId ? `${path}?job_id=${jobId}` : path);
  const entries = [
    { key: "jobs", to: "/jobs", label: t("nav.jobs") },
    { key: "evaluate", to: withJob("/evaluate"), label: t("nav.evaluate") },
    { key: "ai-review", to: withJob("/ai-review"), label: t("nav.review") },
  ];
  return entries.filter(({ key }) => mayOpen(membership, `/${key}`));
}
