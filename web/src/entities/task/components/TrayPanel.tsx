// The opened task tray: uploads, tasks and batches, each with progress, result and retry.
import { Button } from "antd";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useBatchName } from "@/entities/batch/name";
import { batchProgress, isBatchActive } from "@/entities/batch/progress";
import { useFollowedBatch } from "@/entities/batch/queries";
import { type Upload, uploads } from "@/entities/batch/uploads";
import { isInaccessible } from "@/lib/api/problem";
import type { Batch } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { ProgressBar } from "@/ui/ProgressBar";
import type { TrayTask } from "../tasks";
import { TaskRow } from "./TaskRow";
import styles from "./TaskTray.module.css";

/** Full width, and thin. */
const TRACK = { height: 3 };

interface Props {
  id: string;
  /** How many emails need a look. */
  unsettled: number;
  uploads: readonly Upload[];
  tasks: readonly TrayTask[];
  batchIds: readonly string[];
  /** The tasks and batches that can be cleared. */
  finished: readonly string[];
  onDismiss: (...ids: readonly string[]) => void;
  onReview: (emailIds: "all" | readonly string[]) => void;
}

export function TrayPanel(props: Props) {
  const { t } = useTranslation("tasks");
  const { t: common } = useTranslation();
  return (
    <div id={props.id} className={styles.panel}>
      <ul className={styles.list}>
        {props.unsettled > 0 ? (
          <li className={styles.row}>
            <div className={styles.line}>
              <span className={styles.name}>{common("tray.emails", { count: props.unsettled })}</span>
              <Button type="link" size="small" onClick={() => props.onReview("all")}>
                {t("open")}
              </Button>
            </div>
          </li>
        ) : null}
        {props.uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {props.tasks.map((task) => (
          <TaskRow key={task.id} task={task} onDismiss={() => props.onDismiss(task.id)} onReview={props.onReview} />
        ))}
        {props.batchIds.map((id) => (
          <BatchRow key={id} id={id} onDismiss={() => props.onDismiss(id)} />
        ))}
      </ul>
      {props.finished.length > 0 ? (
        <Button
          type="link"
          size="small"
          className={styles.clear ?? ""}
          onClick={() => props.onDismiss(...props.finished)}
        >
          {t("clear")}
        </Button>
      ) : null}
    </div>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation("tasks");
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const failed = upload.state === "failed";
  const percent = upload.file.size ? Math.floor((upload.sent / upload.file.size) * 100) : 0;
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>{upload.file.name}</span>
        <span className={styles.state}>{failed ? t("upload_failed") : t("uploading", { percent })}</span>
        <Button
          type="text"
          size="small"
          icon={<X size={14} aria-hidden="true" />}
          aria-label={failed ? t("dismiss") : t("cancel_upload")}
          onClick={() => uploads.dismiss(upload.id)}
        />
      </div>
      <ProgressBar
        aria-label={upload.file.name}
        percent={percent}
        showInfo={false}
        size={TRACK}
        status={failed ? "exception" : "normal"}
      />
      {failed ? (
        <p className={styles.problem} role="alert">
          {errorText(upload.problem)}
          <Button type="link" size="small" onClick={() => uploads.retry(upload.id)}>
            {common("action.retry")}
          </Button>
        </p>
      ) : null}
    </li>
  );
}

function BatchRow({ id, onDismiss }: { id: string; onDismiss: () => void }) {
  const { t } = useTranslation("tasks");
  const batchName = useBatchName();
  const batch = useFollowedBatch(id);
  // Only a batch that is deleted or closed to the role leaves the tray by itself.
  const isMissing = isInaccessible(batch.error);
  const leave = useEffectEvent(onDismiss);
  useEffect(() => {
    if (isMissing) leave();
  }, [isMissing]);
  if (!batch.data) return null;
  const name = batchName(batch.data);
  const { total, done, attention } = batchProgress(batch.data);
  const working = isBatchActive(batch.data);
  const unreadable = batch.data.status === "failed";
  const outcome = working ? t("working") : unreadable ? t("unreadable") : t("finished");
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <Link className={styles.name} to={href("evaluate", { job_id: batch.data.job_id, batch_id: batch.data.id })}>
          {name}
        </Link>
        <span className={styles.state}>{working && total === 0 ? t("opening") : t("progress", { done, total })}</span>
        {working ? null : (
          <Button
            type="text"
            size="small"
            icon={<X size={14} aria-hidden="true" />}
            aria-label={t("dismiss")}
            onClick={onDismiss}
          />
        )}
      </div>
      <ProgressBar
        aria-label={name}
        percent={percentOf(batch.data)}
        showInfo={false}
        size={TRACK}
        status={unreadable ? "exception" : "normal"}
      />
      <p className={styles.note}>
        {outcome}
        {attention > 0 ? ` · ${t("attention", { count: attention })}` : null}
      </p>
    </li>
  );
}

function percentOf(batch: Batch): number {
  const { total, done } = batchProgress(batch);
  return total === 0 ? 0 : Math.floor((done / total) * 100);
}
