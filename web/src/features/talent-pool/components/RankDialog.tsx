// Ranks the whole talent pool for a job: starts a batch and opens its queue.
import { Alert, Modal, Select, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { EvaluationTimingField } from "@/entities/ai/components/EvaluationTimingField";
import { useRankablePeople, useRankPool } from "@/entities/application/talentPool";
import { useJobSearch } from "@/entities/job/queries";
import type { EvaluationTiming } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { useTypedSearch } from "@/ui/useTypedSearch";
import styles from "./RankDialog.module.css";

export function RankDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("talent-pool");
  const navigate = useNavigate();
  const errorText = useErrorText();
  const rank = useRankPool();
  const rankable = useRankablePeople();
  const [jobId, setJobId] = useState<string | null>(null);
  const [when, setWhen] = useState<EvaluationTiming>("now");
  const [search, setSearch] = useState("");
  const typing = useTypedSearch(setSearch);
  const jobs = useJobSearch(search).data?.items.filter((job) => !job.is_deleted) ?? [];
  const start = () => {
    if (!jobId) return;
    rank.mutate(
      { jobId, when },
      { onSuccess: (batch) => void navigate(href("evaluate", { job_id: jobId, batch_id: batch.id })) },
    );
  };
  return (
    <Modal
      open
      width={520}
      title={t("rank.title")}
      okText={t("rank.start")}
      okButtonProps={{ disabled: jobId === null || rankable.data?.people === 0, loading: rank.isPending }}
      onOk={start}
      onCancel={onClose}
    >
      <QueryView query={rankable} skeleton={<Skeleton active title={false} paragraph={{ rows: 2 }} />}>
        {({ people }) => <p>{t("rank.text", { count: people })}</p>}
      </QueryView>
      <div
        className={styles.job}
        onCompositionStart={typing.onCompositionStart}
        onCompositionEnd={typing.onCompositionEnd}
      >
        <Select<string>
          autoFocus
          aria-label={t("rank.job")}
          placeholder={t("rank.job")}
          value={jobId}
          onChange={setJobId}
          showSearch={{ filterOption: false, onSearch: typing.type }}
          options={jobs.map((job) => ({ value: job.id, label: job.title }))}
        />
      </div>
      <EvaluationTimingField value={when} onChange={setWhen} />
      {rank.error ? <Alert type="error" role="alert" showIcon title={errorText(rank.error)} /> : null}
    </Modal>
  );
}
