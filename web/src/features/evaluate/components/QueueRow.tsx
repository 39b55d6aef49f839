// One entry of the queue: where it stands, whose it is, its evidence, its score, and what can be done with it.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by hand cannot be table elements; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are read, not operated; what is operated in them is a button
import { Button } from "antd";
import {
  Check,
  CircleAlert,
  Clock,
  FileText,
  FileUp,
  LoaderCircle,
  Minus,
  RotateCw,
  Trash2,
  Undo2,
} from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { DifferenceMark } from "@/entities/application/components/DifferenceMark";
import { FallbackMark } from "@/entities/application/components/FallbackMark";
import { FlagMark } from "@/entities/application/components/FlagMark";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { VerdictStrip } from "@/entities/application/components/VerdictStrip";
import { nameMarks } from "@/entities/application/evidence";
import { useLevelName, useTaskStatusName } from "@/entities/application/level";
import { shownScore } from "@/entities/application/score";
import { LEVEL } from "@/entities/application/stages";
import { markAt } from "@/entities/application/useMarks";
import { useReasonText } from "@/entities/task/reason";
import { useFormats } from "@/i18n/format";
import type { BatchTask, TaskStatus } from "@/lib/api/types";
import { FileName } from "./FileName";
import styles from "./QueueList.module.css";

export interface RowActions {
  open: (task: BatchTask, index: number) => void;
  /** Opens the quotation of an evidence mark. */
  quote: (task: BatchTask, index: number, mark: number) => void;
  file: (task: BatchTask, index: number) => void;
  /** `range` selects everything between the last selected row and this one. */
  select: (task: BatchTask, index: number, range: boolean) => void;
  retry: (task: BatchTask) => void;
  /** Asks for another file in place of the entry's. */
  replace: (task: BatchTask) => void;
  remove: (task: BatchTask) => void;
  restore: (task: BatchTask) => void;
  /** What my role allows; the rest is not shown. */
  may: { select: boolean; retry: boolean; replace: boolean; remove: boolean };
}

interface Props {
  task: BatchTask;
  index: number;
  selected: boolean;
  leaving: boolean;
  /** The rubric's criteria in the order of the strips; null while unknown. */
  criteria: readonly string[] | null;
  actions: RowActions;
}

/** Completed entries that are not in the pipeline yet. */
export function isSelectable(task: BatchTask): boolean {
  return task.status === "completed" && !task.application_id;
}

/** Whether the entry could not be assessed. It is added to the pipeline only if a person chooses it. */
export function isUnassessed(task: BatchTask): boolean {
  return task.recommendation === LEVEL.toBeEvaluated;
}

export const QueueRow = memo(function QueueRow({ task, index, selected, leaving, criteria, actions }: Props) {
  "use memo";
  const { t } = useTranslation("evaluate");
  const levelName = useLevelName();
  const person = task.name ?? task.file_name;
  const facts = [
    task.current_position,
    task.current_company,
    task.years == null ? null : t("row.years", { count: task.years }),
  ]
    .filter(Boolean)
    .join(" · ");
  if (leaving) {
    return (
      <span role="cell" className={styles.gone}>
        {t("row.deleted", { name: task.file_name })}
        <Button size="small" icon={<Undo2 size={14} aria-hidden="true" />} onClick={() => actions.restore(task)}>
          {t("row.undo")}
        </Button>
      </span>
    );
  }
  return (
    <>
      <span role="cell" className={styles.check}>
        {isSelectable(task) && actions.may.select ? (
          <input
            type="checkbox"
            checked={selected}
            aria-label={t("row.select", { name: person })}
            onChange={(event) => actions.select(task, index, (event.nativeEvent as MouseEvent).shiftKey === true)}
          />
        ) : null}
      </span>
      <span role="cell" className={styles.who}>
        <State status={task.status} />
        <button type="button" data-open className={styles.open} onClick={() => actions.open(task, index)}>
          <span className={styles.name}>{task.name ?? <FileName path={task.file_name} />}</span>
          {task.name ? <span className={styles.file}>{facts || <FileName path={task.file_name} />}</span> : null}
        </button>
      </span>
      {task.status === "completed" ? (
        <>
          <span role="cell" className={styles.evidence}>
            {task.strip.length > 0 ? (
              // Keyboard access to the row's click.
              <button
                type="button"
                tabIndex={-1}
                className={styles.strip}
                onClick={(event) => {
                  const mark = markAt(event.target);
                  if (mark === null) actions.open(task, index);
                  else actions.quote(task, index, mark);
                }}
              >
                <VerdictStrip marked strip={nameMarks(task.strip, criteria)} />
              </button>
            ) : null}
            <FlagMark flags={task.flags} />
          </span>
          <span role="cell" className={styles.score}>
            <ScoreText score={shownScore(task.recommendation, task.score)} />
          </span>
          <span role="cell" className={styles.level}>
            {task.recommendation ? levelName(task.recommendation) : null}
            <Note task={task} />
          </span>
        </>
      ) : (
        <span role="cell" className={styles.reason}>
          <Reason task={task} />
        </span>
      )}
      <span role="cell" className={styles.actions}>
        {task.retry_may_help && actions.may.retry ? (
          <IconButton
            label={t("row.retry", { name: task.file_name })}
            icon={<RotateCw size={15} aria-hidden="true" />}
            onClick={() => actions.retry(task)}
          />
        ) : null}
        {task.status === "failed" && actions.may.replace ? (
          <IconButton
            label={t("row.replace", { name: task.file_name })}
            icon={<FileUp size={15} aria-hidden="true" />}
            onClick={() => actions.replace(task)}
          />
        ) : null}
        <IconButton
          label={t("row.file", { name: task.file_name })}
          icon={<FileText size={15} aria-hidden="true" />}
          onClick={() => actions.file(task, index)}
        />
        {actions.may.remove && !task.application_id ? (
          <IconButton
            label={t("row.delete", { name: task.file_name })}
            icon={<Trash2 size={15} aria-hidden="true" />}
            onClick={() => actions.remove(task)}
          />
        ) : null}
      </span>
    </>
  );
});

function IconButton(props: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={styles.icon} aria-label={props.label} title={props.label} onClick={props.onClick}>
      {props.icon}
    </button>
  );
}

function State({ status }: { status: TaskStatus }) {
  const name = useTaskStatusName()(status);
  const icons: Record<TaskStatus, typeof Check> = {
    pending: Clock,
    processing: LoaderCircle,
    completed: Check,
    failed: CircleAlert,
    retry: RotateCw,
    skipped: Minus,
  };
  const Icon = icons[status];
  return (
    <span className={styles.state} data-state={status} title={name}>
      <Icon size={16} aria-hidden="true" />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

function Reason({ task }: { task: BatchTask }) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const statusName = useTaskStatusName();
  const reasonText = useReasonText();
  if (task.at_provider_since) {
    return (
      <span className={styles.quiet}>{t("row.at_provider", { time: formats.dateTime(task.at_provider_since) })}</span>
    );
  }
  if (task.waits_for_reader) return <span className={styles.quiet}>{t("row.waits_for_reader")}</span>;
  if (!task.failure_reason) return <span className={styles.quiet}>{statusName(task.status)}</span>;
  const { what } = reasonText(task.failure_reason, task.error_category ?? "unknown");
  return (
    <span data-state={task.status} title={what}>
      {what}
      {task.attempts > 1 ? <span className={styles.quiet}> {t("row.attempts", { count: task.attempts })}</span> : null}
    </span>
  );
}

/** Short note on a completed entry. */
function Note({ task }: { task: BatchTask }) {
  const { t } = useTranslation("evaluate");
  const { application_id, duplicate_of, fallback_reason, differences } = task;
  const note = application_id ? t("row.on_board") : duplicate_of ? t("row.duplicate") : null;
  return (
    <>
      <FallbackMark className={styles.quiet} reason={fallback_reason} />
      <DifferenceMark differences={differences} />
      {note ? <span className={styles.quiet}>{note}</span> : null}
    </>
  );
}
