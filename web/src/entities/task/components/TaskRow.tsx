// One task in the tray: name, progress and actions.
import { App, Button } from "antd";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { idsParam } from "@/entities/application/selectionLinks";
import { useCurrentOrganization } from "@/entities/session/session";
import type { ErrorCategory } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { ProgressBar } from "@/ui/ProgressBar";
import { useCopy } from "@/ui/useCopy";
import { useTaskKindNames } from "../kinds";
import { outcomeOf, type TaskOutcome } from "../outcome";
import { useTaskActions } from "../queries";
import { resultOf, type TaskResult } from "../result";
import { isTaskActive, isTaskCancelled, isTaskRunning, type TrayTask } from "../tasks";
import styles from "./TaskTray.module.css";

const TRACK = { height: 3 };

interface Props {
  task: TrayTask;
  onDismiss: () => void;
  /** Shows these emails, which were not sent or may not have arrived. */
  onReview: (emailIds: readonly string[]) => void;
}

export function TaskRow({ task, onDismiss, onReview }: Props) {
  const { t } = useTranslation("tasks");
  const { t: common } = useTranslation();
  const { message } = App.useApp();
  const errorText = useErrorText();
  const steer = useTaskActions();
  const names = useTaskKindNames();
  const reasons: Record<ErrorCategory, string> = {
    ai_parsing: t("reason.ai_parsing"),
    authentication: t("reason.authentication"),
    database: t("reason.database"),
    document_processing: t("reason.document_processing"),
    network: t("reason.network"),
    other: t("reason.other"),
    quota: t("reason.quota"),
    timeout: t("reason.timeout"),
    unknown: t("reason.other"),
  };
  const result = resultOf(task);
  const outcome = outcomeOf(task);
  const unwritten = outcome?.unwritten;
  const userId = useCurrentOrganization().session.user.id;
  const hasFailures = outcome !== null && outcome.failed + outcome.unknown > 0;
  const name = names[task.kind];
  const { done, total } = task.progress;
  const isActive = isTaskActive(task);
  const isCancelled = isTaskCancelled(task);
  const isFailed = task.status === "failed" && !isCancelled;
  // Sending again after an undo is decided where the drafts are.
  const canRetry = isFailed || (isCancelled && task.kind !== "email.send_request");
  const act = (action: "retry" | "cancel") =>
    steer.mutate({ id: task.id, action }, { onError: (error) => message.error(errorText(error)) });
  const outcomeText = ({ done: succeeded, failed, unknown }: TaskOutcome) =>
    [
      task.kind === "email.generate"
        ? t("outcome.written", { count: succeeded })
        : t("outcome.sent", { count: succeeded }),
      failed > 0 ? t("outcome.failed", { count: failed }) : null,
      unknown > 0 ? t("outcome.unknown", { count: unknown }) : null,
    ]
      .filter((part) => part !== null)
      .join(" · ");
  const state = isActive
    ? isTaskRunning(task)
      ? common("tray.running")
      : t("waiting")
    : isCancelled
      ? t("cancelled")
      : isFailed
        ? common("tray.failed")
        : outcome
          ? outcomeText(outcome)
          : t("finished");
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className={styles.state}>{total > 0 && isActive ? t("progress", { done, total }) : null}</span>
        <Button
          type="text"
          size="small"
          loading={isActive && steer.isPending}
          icon={<X size={14} aria-hidden="true" />}
          aria-label={isActive ? t("cancel") : t("dismiss")}
          onClick={isActive ? () => act("cancel") : onDismiss}
        />
      </div>
      <ProgressBar
        aria-label={name}
        percent={isActive ? (total > 0 ? Math.floor((done / total) * 100) : 0) : 100}
        showInfo={false}
        size={TRACK}
        status={isFailed || hasFailures ? "exception" : "normal"}
      />
      <p className={isFailed || hasFailures ? styles.problem : styles.note}>
        {state}
        {isFailed && task.error ? ` · ${reasons[task.error.category]}` : null}
        {result ? <Result result={result} /> : null}
        {outcome && outcome.emailIds.length > 0 ? (
          <Button type="link" size="small" onClick={() => onReview(outcome.emailIds)}>
            {t("outcome.review")}
          </Button>
        ) : null}
        {unwritten ? (
          <Link
            className={styles.result ?? ""}
            to={href("batchEmail", { type: unwritten.type, ids: idsParam(userId, unwritten.applicationIds) })}
          >
            {t("outcome.review")}
          </Link>
        ) : null}
        {canRetry ? (
          <Button type="link" size="small" loading={steer.isPending} onClick={() => act("retry")}>
            {common("action.retry")}
          </Button>
        ) : null}
      </p>
    </li>
  );
}

/** A link to the task's result. */
function Result({ result }: { result: TaskResult }) {
  const { t } = useTranslation("tasks");
  const copy = useCopy();
  if (result.kind === "text") {
    return (
      <Button type="link" size="small" onClick={() => void copy(result.text, t("copied"))}>
        {t("copy")}
      </Button>
    );
  }
  return result.kind === "file" ? (
    <a className={styles.result} href={result.href} download>
      {t("download")}
    </a>
  ) : (
    <Link className={styles.result ?? ""} to={result.href}>
      {t("open")}
    </Link>
  );
}
