// Failed entries grouped by reason, with suggestion and retry; and the skipped ones.
import { Button } from "antd";
import { ChevronRight, CircleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Can } from "@/entities/session/components/Can";
import { useReasonText } from "@/entities/task/reason";
import { useFormats } from "@/i18n/format";
import type { Batch, BatchTask } from "@/lib/api/types";
import { QueryView } from "@/ui/states/QueryView";
import { useAllTasks } from "../api/queue";
import { groupByReason, type ReasonGroup } from "../logic/groups";
import styles from "./FailedEntries.module.css";
import { FileName } from "./FileName";

/** Names listed per group. */
const MAX_NAMES = 50;

interface Props {
  batch: Batch;
  busy: boolean;
  onRetry: (tasks: readonly BatchTask[]) => void;
  /** Asks for another file in place of an entry's; null where that cannot be done. */
  onReplace: ((task: BatchTask) => void) | null;
  onOpen: (task: BatchTask) => void;
  onClear: (status: "failed" | "skipped") => void;
}

export function FailedEntries({ batch, busy, onRetry, onReplace, onOpen, onClear }: Props) {
  const { t } = useTranslation("evaluate");
  const { failed } = batch.counts;
  const rows = useAllTasks(batch.id, "failed", String(failed), failed > 0);
  if (failed === 0) return null;
  const groups = groupByReason(rows.data ?? []);
  const retryable = groups.flatMap((group) => group.retryable);
  return (
    <section className={styles.attention} aria-label={t("attention.title")}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <CircleAlert size={17} aria-hidden="true" />
          {t("attention.title")}
        </h2>
        {groups.length > 1 && retryable.length > 0 ? (
          <Can permission="evaluate:execute" fallback="disable">
            <Button size="small" disabled={busy} onClick={() => onRetry(retryable)}>
              {t("attention.retry_all", { count: retryable.length })}
            </Button>
          </Can>
        ) : null}
        <Can permission="evaluate:delete">
          <Button size="small" type="text" disabled={busy} onClick={() => onClear("failed")}>
            {t("attention.clear")}
          </Button>
        </Can>
      </div>
      <QueryView query={rows} skeleton={null}>
        {() => (
          <ul>
            {groups.map((group) => (
              <FailureGroup
                key={group.reason}
                group={group}
                onOpen={onOpen}
                onReplace={onReplace}
                action={
                  group.retryable.length > 0 ? (
                    <Can permission="evaluate:execute" fallback="disable">
                      <Button size="small" disabled={busy} onClick={() => onRetry(group.retryable)}>
                        {t("attention.retry", { count: group.retryable.length })}
                      </Button>
                    </Can>
                  ) : null
                }
              />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function FailureGroup(props: {
  group: ReasonGroup;
  onOpen: (task: BatchTask) => void;
  onReplace: Props["onReplace"];
  action: React.ReactNode;
}) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const { group, onReplace } = props;
  const only = group.tasks.length === 1 ? group.tasks[0] : undefined;
  const { what, suggestion } = useReasonText()(group.reason, group.category);
  return (
    <li className={styles.group}>
      <div className={styles.summary}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight size={16} aria-hidden="true" data-open={open} />
          <span className={styles.count}>{formats.number(group.tasks.length)}</span>
          <span className={styles.words}>
            <strong>{what}</strong> <span>{suggestion}</span>
          </span>
        </button>
        {only ? (
          <button type="button" className={styles.name} onClick={() => props.onOpen(only)}>
            <FileName path={only.file_name} />
          </button>
        ) : null}
        {only && onReplace ? (
          <Button size="small" onClick={() => onReplace(only)}>
            {t("panel.replace")}
          </Button>
        ) : null}
        {props.action}
      </div>
      {open ? (
        <ul className={styles.names}>
          {group.tasks.slice(0, MAX_NAMES).map((task) => (
            <li key={task.id}>
              <button type="button" className={styles.name} onClick={() => props.onOpen(task)}>
                <FileName path={task.file_name} />
              </button>
              {onReplace && !only ? (
                <Button
                  type="link"
                  size="small"
                  aria-label={t("row.replace", { name: task.file_name })}
                  onClick={() => onReplace(task)}
                >
                  {t("panel.replace")}
                </Button>
              ) : null}
            </li>
          ))}
          {group.tasks.length > MAX_NAMES ? (
            <li className={styles.more}>{t("attention.more", { count: group.tasks.length - MAX_NAMES })}</li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

/** Skipped entries: no action needed, but listed. */
export function SkippedEntries({ batch, busy, onOpen, onClear }: Omit<Props, "onRetry" | "onReplace">) {
  const { t } = useTranslation("evaluate");
  const [open, setOpen] = useState(false);
  const { skipped } = batch.counts;
  const rows = useAllTasks(batch.id, "skipped", String(skipped), open && skipped > 0);
  if (skipped === 0) return null;
  return (
    <section className={styles.leftOut} aria-label={t("left_out.title", { count: skipped })}>
      <div className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight size={16} aria-hidden="true" data-open={open} />
          {t("left_out.title", { count: skipped })}
        </button>
        {open ? (
          <Can permission="evaluate:delete">
            <Button size="small" type="text" disabled={busy} onClick={() => onClear("skipped")}>
              {t("left_out.clear")}
            </Button>
          </Can>
        ) : null}
      </div>
      {open ? (
        <ul>
          {groupByReason(rows.data ?? []).map((group) => (
            <FailureGroup key={group.reason} group={group} onOpen={onOpen} onReplace={null} action={null} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
