// The one job selector, the same on every page of a job; what it chooses stands in the address.
import { Select } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import { useJobId, useRememberedJob } from "../selection";

export function JobSelector(props: { className?: string }) {
  const { t } = useTranslation();
  const organization_id = useOrganizationId();
  const [jobId, choose] = useJobId();
  const remembered = useRememberedJob();
  const jobs = query.useQuery("get", "/api/organizations/{organization_id}/jobs", {
    params: { path: { organization_id }, query: { status: "active", limit: 200 } },
  });
  const items = jobs.data?.items;

  useEffect(() => {
    if (jobId || !items) return;
    const known = items.find((job) => job.id === remembered) ?? (items.length === 1 ? items[0] : undefined);
    if (known) choose(known.id, true);
  }, [jobId, items, remembered, choose]);

  return (
    <Select
      className={props.className ?? ""}
      style={{ minWidth: 220, maxWidth: "100%" }}
      aria-label={t("job.select")}
      placeholder={t("job.select")}
      loading={jobs.isPending}
      value={items?.some((job) => job.id === jobId) ? jobId : undefined}
      onChange={(next) => next && choose(next)}
      showSearch={{ optionFilterProp: "label" }}
      options={(items ?? []).map((job) => ({ value: job.id, label: job.title }))}
    />
  );
}
