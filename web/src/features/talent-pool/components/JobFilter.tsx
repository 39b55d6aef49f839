// Filters the talent pool by the job applied for.
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useJobSearch, useOptionalJob } from "@/entities/job/queries";
import { useTypedSearch } from "@/ui/useTypedSearch";
import styles from "./JobFilter.module.css";

export function JobFilter(props: { jobId: string | null; onChange: (jobId: string | null) => void }) {
  const { t } = useTranslation("talent-pool");
  const [search, setSearch] = useState("");
  const typing = useTypedSearch(setSearch);
  const jobs = useJobSearch(search).data?.items ?? [];
  const chosen = useOptionalJob(props.jobId).data;
  return (
    <div
      className={styles.job}
      onCompositionStart={typing.onCompositionStart}
      onCompositionEnd={typing.onCompositionEnd}
    >
      <Select<string>
        allowClear
        popupMatchSelectWidth={false}
        aria-label={t("filter.job")}
        placeholder={t("filter.any_job")}
        value={props.jobId}
        labelRender={({ label }) => label ?? chosen?.title}
        onChange={(jobId: string | undefined) => props.onChange(jobId ?? null)}
        showSearch={{ filterOption: false, onSearch: typing.type }}
        options={jobs.map(({ id, title }) => ({ value: id, label: title }))}
      />
    </div>
  );
}
