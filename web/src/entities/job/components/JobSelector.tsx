// Job selector used on every page of a job. Searches all jobs, including closed and archived ones.
import { Button, Select } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "@/lib/api/types";
import { StaleNotice } from "@/ui/states/QueryView";
import { useTypedSearch } from "@/ui/useTypedSearch";
import { byNewest } from "../order";
import { type JobStatus, STATUSES, statusOf, useActiveJobs, useJobSearch, useOptionalJob } from "../queries";
import { useJobId, useStoredJob } from "../selection";

export function JobSelector(props: { className?: string }) {
  const { t, i18n } = useTranslation();
  const [jobId, choose] = useJobId();
  const remembered = useStoredJob();
  const [search, setSearch] = useState("");
  const typing = useTypedSearch(setSearch);
  const found = useJobSearch(search);
  const chosen = useOptionalJob(jobId ?? remembered).data;
  const active = useActiveJobs().data;

  useEffect(() => {
    if (jobId) return;
    const only = active?.total === 1 ? active.items[0] : undefined;
    const initial = remembered ? (chosen ?? null) : only;
    if (initial) choose(initial.id, true);
  }, [jobId, remembered, chosen, active, choose]);

  const names: Record<JobStatus, string> = {
    active: t("job.group.active"),
    inactive: t("job.group.inactive"),
    archived: t("job.group.archived"),
  };
  const items = found.data?.items ?? [];
  const shown =
    search === "" ? includeSelected(items.toSorted(byNewest(i18n.language)), jobId ? chosen : undefined) : items;
  const retry = () => void found.refetch();
  const failure = !found.error ? null : found.data ? (
    <StaleNotice retry={retry} />
  ) : (
    <p role="alert">
      {t("job.load_failed")}
      <Button type="link" size="small" onClick={retry}>
        {t("action.retry")}
      </Button>
    </p>
  );
  return (
    <div
      className={props.className}
      onCompositionStart={typing.onCompositionStart}
      onCompositionEnd={typing.onCompositionEnd}
    >
      <Select
        style={{ minWidth: 220, width: "100%" }}
        popupMatchSelectWidth={false}
        styles={{ popup: { root: { maxWidth: "calc(100vw - 32px)" } } }}
        aria-label={t("job.select")}
        placeholder={t("job.select")}
        loading={found.isPending}
        value={jobId && chosen?.id === jobId ? jobId : undefined}
        onChange={(next: string | undefined) => next && choose(next)}
        labelRender={({ label }) => label ?? chosen?.title}
        showSearch={{ filterOption: false, onSearch: typing.type }}
        onOpenChange={(open) => {
          if (open) return;
          typing.cancel();
          setSearch("");
        }}
        notFoundContent={found.isFetching ? t("job.searching") : (failure ?? t("job.none_found"))}
        popupRender={(menu) => (
          <>
            {shown.length > 0 ? failure : null}
            {menu}
          </>
        )}
        options={STATUSES.map((status) => ({
          label: names[status],
          options: shown.filter((job) => statusOf(job) === status).map((job) => ({ value: job.id, label: job.title })),
        })).filter((group) => group.options.length > 0)}
      />
    </div>
  );
}

/** Adds the selected job to the list if it is not among the newest. */
function includeSelected(jobs: readonly Job[], chosen: Job | undefined): readonly Job[] {
  return chosen && !jobs.some((job) => job.id === chosen.id) ? [...jobs, chosen] : jobs;
}
