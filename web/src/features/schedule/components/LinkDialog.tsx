// Links an externally booked interview to a candidate.
import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CandidateSelect } from "@/entities/interview/components/CandidateSelect";
import { useLinkSchedule } from "@/entities/interview/schedules";
import type { Schedule } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import styles from "./LinkDialog.module.css";

export function LinkDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t } = useTranslation(["schedule", "interview"]);
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<string | null>(null);
  const link = useLinkSchedule();
  const who = schedule.candidate?.name ?? schedule.candidate?.email ?? t("interview:nameless");
  return (
    <Modal
      open
      width={520}
      title={t("link.title", { name: who })}
      okText={t("action.link")}
      cancelText={t("interview:dialog.cancel")}
      okButtonProps={{ disabled: chosen === null }}
      confirmLoading={link.isPending}
      onOk={() => {
        if (chosen) link.mutate({ id: schedule.id, application_id: chosen }, { onSuccess: onClose });
      }}
      onCancel={onClose}
    >
      <p className={styles.text}>{t("link.text")}</p>
      <CandidateSelect value={chosen} onChange={setChosen} />
      {link.error ? (
        <p className={styles.error} role="alert">
          {errorText(link.error)}
        </p>
      ) : null}
    </Modal>
  );
}
