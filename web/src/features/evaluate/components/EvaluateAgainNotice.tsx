// Above a batch with scores that can't be compared, or without scores for want of criteria: offers to evaluate it again.
import { Alert, App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EvaluationTimingField } from "@/entities/ai/components/EvaluationTimingField";
import { useCanAssess } from "@/entities/job/rubric";
import { useCan } from "@/entities/session/memberships";
import type { Batch, BatchTask, EvaluationTiming } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useEvaluateBatchAgain } from "../api/actions";
import { useCompletedRows } from "../api/queue";
import styles from "./Queue.module.css";

export function EvaluateAgainNotice({ batch, rows }: { batch: Batch; rows: readonly BatchTask[] }) {
  const { t } = useTranslation("evaluate");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const canExecute = useCan("evaluate:execute");
  const canAssess = useCanAssess(batch.job_id);
  const again = useEvaluateBatchAgain(batch.id);
  const [when, setWhen] = useState<EvaluationTiming>("now");
  const open = useCompletedRows(batch, rows).filter(({ application_id }) => !application_id);
  const lacksCriteria = open.some(({ flags }) => flags.some(({ kind }) => kind === "no_criteria"));
  const isUnassessed = lacksCriteria && canAssess === true;
  const isMixed = open.some(({ differences }) => differences.length > 0);
  if (!isUnassessed && !isMixed) return null;
  const evaluate = () =>
    again.mutate(when, {
      onSuccess: (count) => void message.success(t("again.started", { count })),
      onError: (error) => void message.error(`${t("again.failed")} ${errorText(error)}`),
    });
  return (
    <Alert
      className={styles.notice ?? ""}
      type="warning"
      showIcon
      role="status"
      title={isUnassessed ? t("again.unassessed") : t("again.mixed")}
      description={canExecute ? <EvaluationTimingField value={when} onChange={setWhen} /> : null}
      action={
        canExecute ? (
          <Button size="small" loading={again.isPending} onClick={evaluate}>
            {t("again.evaluate")}
          </Button>
        ) : null
      }
    />
  );
}
