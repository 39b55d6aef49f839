// /historical-resume-processing: extracts outdated or unfinished resumes again, with progress.
import { App, Button, Segmented, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { useJobId } from "@/entities/job/selection";
import { isTaskActive } from "@/entities/task/tasks";
import { useFormats } from "@/i18n/format";
import type { Task } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { PageHeader } from "@/ui/PageHeader";
import { ProgressBar } from "@/ui/ProgressBar";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useRepairTasks, useReprocess } from "../api/repair";
import styles from "../components/Repair.module.css";

type ReprocessScope = "everyone" | "job";

export function HistoricalResumeRoute() {
  const { t } = useTranslation("repair");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const tasks = useRepairTasks("resumes.reprocess");
  const reprocess = useReprocess();
  const [jobId] = useJobId();
  const [state, setState] = useState<"outdated" | "all">("outdated");
  const [scope, setScope] = useState<ReprocessScope>("everyone");
  const working = tasks.data?.items.some(isTaskActive) ?? false;
  const start = () =>
    reprocess.mutate(
      { state, ...(scope === "job" && jobId ? { job_id: jobId } : {}) },
      { onError: (error) => message.error(errorText(error)) },
    );
  return (
    <>
      <PageHeader title={t("reading.title")} />
      <p className={styles.note}>{t("reading.note")}</p>
      <div className={styles.choices}>
        <Segmented
          aria-label={t("reading.which")}
          value={state}
          onChange={setState}
          options={[
            { value: "outdated" as const, label: t("reading.outdated") },
            { value: "all" as const, label: t("reading.all") },
          ]}
        />
        <Segmented<ReprocessScope>
          aria-label={t("reading.scope")}
          value={scope}
          onChange={setScope}
          options={[
            { value: "everyone", label: t("reading.everyone") },
            { value: "job", label: t("reading.of_job") },
          ]}
        />
        {scope === "job" ? <JobSelector className={styles.choice ?? ""} /> : null}
        <Button
          type="primary"
          disabled={scope === "job" && !jobId}
          loading={reprocess.isPending || working}
          onClick={start}
        >
          {t("reading.start")}
        </Button>
      </div>
      <QueryView query={tasks} skeleton={<Skeleton active paragraph={{ rows: 3 }} />}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState text={t("reading.none")} />
          ) : (
            <ul className={styles.list}>
              {page.items.map((task) => (
                <Run key={task.id} task={task} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}

function counts(result: unknown): { read: number; failed: number } {
  const of = (name: string) => {
    const value =
      typeof result === "object" && result !== null ? Object.entries(result).find(([key]) => key === name) : null;
    return typeof value?.[1] === "number" ? value[1] : 0;
  };
  return { read: of("read"), failed: of("failed") };
}

function Run({ task }: { task: Task }) {
  const { t } = useTranslation("repair");
  const { t: common } = useTranslation();
  const format = useFormats();
  const { done, total } = task.progress;
  const active = isTaskActive(task);
  const failed = task.status === "failed";
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span>{format.dateTime(task.created_at)}</span>
        <span className={styles.soft}>
          {active
            ? t("reading.progress", { done, total })
            : failed
              ? common("tray.failed")
              : t("reading.result", counts(task.result))}
        </span>
      </div>
      <ProgressBar
        aria-label={t("reading.title")}
        percent={active ? (total > 0 ? Math.floor((done / total) * 100) : 0) : 100}
        showInfo={false}
        status={failed ? "exception" : "normal"}
      />
    </li>
  );
}
