// Failed entries grouped by reason, with suggestion and retry; and the skipped ones.
import { Button, Skeleton } from "antd";
import { ChevronRight, CircleAlert, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Can } from "@/entities/session/components/Can";
import { useReasonText } from "@/entities/task/reason";
import { useFormats } from "@/i18n/format";
import type { Batch, BatchReason, BatchTask, FailureReason } from "@/lib/api/types";
import { QueryView } from "@/ui/states/QueryView";
import { type OverStatus, useEntriesWithReason, useReasons } from "../api/queue";
import styles from "./FailedEntries.module.css";
import { FileName } from "./FileName";

/** Names listed per reason. */
const MAX_NAMES = 50;
/** Reasons shown at first, so that the results below stay in view. */
const FIRST_REASONS = 2;

interface Props {
  batch: Batch;
  busy: boolean;
  /** Retries `count` entries that failed for a reason, or all that a retry can help. */
  onRetry: (reason: FailureReason | null, count: number) => void;
  /** Asks for another file in place of an entry's; null where that cannot be done. */
  onReplace: ((task: BatchTask) => void) | null;
  onOpen: (task: BatchTask) => void;
  /** Whether they are being deleted, which can be undone. */
  isClearing: boolean;
  onClear: (status: OverStatus) => void;
  onUndoClear: (status: OverStatus) => void;
}

export function FailedEntries({ batch, busy, isClearing, onRetry, onReplace, onOpen, onClear, onUndoClear }: Props) {
  const { t } = useTranslation("evaluate");
  const { failed } = batch.counts;
  const reasons = useReasons(batch, "failed", failed > 0);
  const [isUnfolded, setUnfolded] = useState(false);
  if (failed === 0) return null;
  if (isClearing) return <Clearing count={failed} onUndo={() => onUndoClear("failed")} />;
  const groups = reasons.data?.items ?? [];
  // One more takes as much room as the button.
  const shown = isUnfolded || groups.length <= FIRST_REASONS + 1 ? groups : groups.slice(0, FIRST_REASONS);
  const retryable = groups.reduce((sum, group) => sum + group.retryable, 0);
  return (
    <section className={styles.attention} aria-label={t("attention.title")}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <CircleAlert size={17} aria-hidden="true" />
          {t("attention.title")}
        </h2>
        {groups.length > 1 && retryable > 0 ? (
          <Can permission="evaluate:execute" fallback="disable">
            <Button size="small" disabled={busy} onClick={() => onRetry(null, retryable)}>
              {t("attention.retry_all", { count: retryable })}
            </Button>
          </Can>
        ) : null}
        <Can permission="evaluate:delete">
          <Button size="small" type="text" disabled={busy} onClick={() => onClear("failed")}>
            {t("attention.clear")}
          </Button>
        </Can>
      </div>
      <QueryView query={reasons} skeleton={null}>
        {() => (
          <ul>
            {shown.map((group) => (
              <FailureGroup
                key={group.reason}
                batch={batch}
                status="failed"
                group={group}
                onOpen={onOpen}
                onReplace={onReplace}
                action={
                  group.retryable > 0 ? (
                    <Can permission="evaluate:execute" fallback="disable">
                      <Button size="small" disabled={busy} onClick={() => onRetry(group.reason, group.retryable)}>
                        {t("attention.retry", { count: group.retryable })}
                      </Button>
                    </Can>
                  ) : null
                }
              />
            ))}
            {shown.length < groups.length ? (
              <li>
                <Button size="small" type="link" onClick={() => setUnfolded(true)}>
                  {t("attention.reasons", { count: groups.length - shown.length })}
                </Button>
              </li>
            ) : null}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

/** In place of entries that are deleted unless that is undone. */
function Clearing({ count, onUndo }: { count: number; onUndo: () => void }) {
  const { t } = useTranslation("evaluate");
  return (
    <p className={styles.clearing} role="status">
      {t("done.clear", { count })}
      <Button size="small" icon={<Undo2 size={14} aria-hidden="true" />} onClick={onUndo}>
        {t("row.undo")}
      </Button>
    </p>
  );
}

interface GroupProps extends Pick<Props, "batch" | "onOpen" | "onReplace"> {
  status: OverStatus;
  group: BatchReason;
}

function FailureGroup({ action, ...props }: GroupProps & { action: React.ReactNode }) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const { group, onReplace, onOpen } = props;
  const only = group.count === 1 ? group.first : null;
  const { what, suggestion } = useReasonText()(group.reason, group.category);
  return (
    <li className={styles.group}>
      <div className={styles.summary}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight size={16} aria-hidden="true" data-open={open} />
          <span className={styles.count}>{formats.number(group.count)}</span>
          <span className={styles.words}>
            <strong>{what}</strong> <span>{suggestion}</span>
          </span>
        </button>
        {only ? (
          <button type="button" className={styles.name} onClick={() => onOpen(only)}>
            <FileName path={only.file_name} />
          </button>
        ) : null}
        {only && onReplace ? (
          <Button size="small" onClick={() => onReplace(only)}>
            {t("panel.replace")}
          </Button>
        ) : null}
        {action}
      </div>
      {open ? <Names {...props} /> : null}
    </li>
  );
}

/** The files of a group. */
function Names({ batch, status, group, onOpen, onReplace }: GroupProps) {
  const { t } = useTranslation("evaluate");
  const entries = useEntriesWithReason(batch, status, { reason: group.reason, limit: MAX_NAMES });
  return (
    <QueryView query={entries} skeleton={<Skeleton active title={false} paragraph={{ rows: 1 }} />}>
      {({ items, total }) => (
        <ul className={styles.names}>
          {items.map((task) => (
            <li key={task.id}>
              <button type="button" className={styles.name} onClick={() => onOpen(task)}>
                <FileName path={task.file_name} />
              </button>
              {onReplace && total > 1 ? (
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
          {total > items.length ? (
            <li className={styles.more}>{t("attention.more", { count: total - items.length })}</li>
          ) : null}
        </ul>
      )}
    </QueryView>
  );
}

/** Skipped entries: no action needed, but listed. */
export function SkippedEntries({
  batch,
  isClearing,
  onOpen,
  onClear,
  onUndoClear,
}: Omit<Props, "busy" | "onRetry" | "onReplace">) {
  const { t } = useTranslation("evaluate");
  const [open, setOpen] = useState(false);
  const { skipped } = batch.counts;
  const reasons = useReasons(batch, "skipped", open && skipped > 0);
  if (skipped === 0) return null;
  if (isClearing) return <Clearing count={skipped} onUndo={() => onUndoClear("skipped")} />;
  return (
    <section className={styles.leftOut} aria-label={t("left_out.title", { count: skipped })}>
      <div className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight size={16} aria-hidden="true" data-open={open} />
          {t("left_out.title", { count: skipped })}
        </button>
        {open ? (
          <Can permission="evaluate:delete">
            <Button size="small" type="text" onClick={() => onClear("skipped")}>
              {t("left_out.clear")}
            </Button>
          </Can>
        ) : null}
      </div>
      {open ? (
        <QueryView query={reasons} skeleton={<Skeleton active title={false} paragraph={{ rows: 1 }} />}>
          {({ items }) => (
            <ul>
              {items.map((group) => (
                <FailureGroup
                  key={group.reason}
                  batch={batch}
                  status="skipped"
                  group={group}
                  onOpen={onOpen}
                  onReplace={null}
                  action={null}
                />
              ))}
            </ul>
          )}
        </QueryView>
      ) : null}
    </section>
  );
}
