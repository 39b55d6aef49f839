// After the criteria changed: offers to re-evaluate all candidates as a batch that lists the level changes.
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EvaluationTimingField } from "@/entities/ai/components/EvaluationTimingField";
import { useEvaluateJobAgain } from "@/entities/application/evaluations";
import type { EvaluationTiming, Job } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import styles from "./JobEditor.module.css";

export function EvaluateAgainNotice({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation("jobs");
  const errorText = useErrorText();
  const again = useEvaluateJobAgain();
  const [when, setWhen] = useState<EvaluationTiming>("now");
  if (again.isSuccess) {
    return (
      <Alert
        className={styles.alert ?? ""}
        type="success"
        showIcon
        role="status"
        closable={{ onClose, "aria-label": t("evaluate_again.later") }}
        title={t("evaluate_again.started")}
        action={<Link to={href("evaluate", { job_id: job.id })}>{t("evaluate_again.follow")}</Link>}
      />
    );
  }
  return (
    <Alert
      className={styles.alert ?? ""}
      type={again.isError ? "error" : "info"}
      showIcon
      role="status"
      title={t("evaluate_again.offer", { count: job.total_applications })}
      description={
        <>
          {again.isError ? errorText(again.error) : t("evaluate_again.hint")}
          <EvaluationTimingField value={when} onChange={setWhen} />
        </>
      }
      action={
        <span className={styles.offer}>
          <Button
            size="small"
            type="primary"
            loading={again.isPending}
            onClick={() => again.mutate({ jobId: job.id, when })}
          >
            {t("evaluate_again.confirm")}
          </Button>
          <Button size="small" type="text" onClick={onClose}>
            {t("evaluate_again.later")}
          </Button>
        </span>
      }
    />
  );
}
