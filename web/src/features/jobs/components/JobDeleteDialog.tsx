// Deletes a job: permanently without candidates, else into the archive; an open job with candidates is closed first.
import { Alert, Modal, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type JobMove, statusOf, useDeleteJob } from "@/entities/job/queries";
import type { Job } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import styles from "./JobDeleteDialog.module.css";

interface Props {
  job: Job;
  /** Whether my role may delete permanently. */
  canDelete: boolean;
  onMove: (move: JobMove) => void;
  onDeleted: () => void;
  onClose: () => void;
}

export function JobDeleteDialog({ job, canDelete, onMove, onDeleted, onClose }: Props) {
  const { t } = useTranslation("jobs");
  const errorText = useErrorText();
  const remove = useDeleteJob();
  const status = statusOf(job);
  const hasCandidates = job.total_applications > 0;
  const archivable = status !== "archived";
  const deletable = canDelete && !hasCandidates;
  const [choice, setChoice] = useState<"archive" | "delete">(archivable ? "archive" : "delete");
  const isOpen = status === "active" && hasCandidates;
  const title = t("delete.ask", { title: job.title });

  if (isOpen) {
    return (
      <Modal open title={title} okText={t("move.deactivate")} onOk={() => onMove("deactivate")} onCancel={onClose}>
        {t("delete.close_first", { count: job.total_applications })}
      </Modal>
    );
  }
  if (!archivable && !deletable) {
    return (
      <Modal open title={title} onCancel={onClose} onOk={onClose} cancelButtonProps={{ hidden: true }}>
        {hasCandidates ? t("delete.kept", { count: job.total_applications }) : t("delete.owner_only")}
      </Modal>
    );
  }
  const permanent = deletable && choice === "delete";
  return (
    <Modal
      open
      title={title}
      okText={permanent ? t("delete.permanently") : t("move.archive")}
      okButtonProps={{ danger: permanent, loading: remove.isPending }}
      onOk={() => (permanent ? remove.mutate(job.id, { onSuccess: onDeleted }) : onMove("archive"))}
      onCancel={onClose}
    >
      {remove.error ? (
        <Alert className={styles.alert ?? ""} type="error" showIcon title={errorText(remove.error)} />
      ) : null}
      {archivable && deletable ? (
        <Radio.Group
          className={styles.choices ?? ""}
          aria-label={title}
          value={choice}
          onChange={(event) => setChoice(event.target.value)}
        >
          <Radio value="archive">
            {t("move.archive")}
            <span className={styles.note}>{t("delete.archive_note")}</span>
          </Radio>
          <Radio value="delete">
            {t("delete.permanently")}
            <span className={styles.note}>{t("delete.permanent_note")}</span>
          </Radio>
        </Radio.Group>
      ) : archivable ? (
        hasCandidates ? (
          t("delete.archives", { count: job.total_applications })
        ) : (
          t("delete.archive_note")
        )
      ) : (
        t("delete.permanent_note")
      )}
    </Modal>
  );
}
