// Progress of a batch as text and segmented bar.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { UsageLine } from "@/entities/ai/components/UsageLine";
import { useTaskStatusName } from "@/entities/application/level";
import { useBatchName } from "@/entities/batch/name";
import { batchProgress, isBatchActive } from "@/entities/batch/progress";
import { useReasonText } from "@/entities/task/reason";
import { useFormats } from "@/i18n/format";
import type { Batch } from "@/lib/api/types";
import { RateMeter, roundRemainingTime } from "../logic/batchRate";
import { segments } from "../logic/segments";
import styles from "./QueueHeader.module.css";

export function QueueHeader({ batch, children }: { batch: Batch; children?: ReactNode }) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const statusName = useTaskStatusName();
  const batchName = useBatchName();
  const reasonText = useReasonText();
  const { total, done, attention } = batchProgress(batch);
  const active = isBatchActive(batch);
  const left = useRemaining(batch, active);
  const broken = batch.status === "failed";

  const headline = broken
    ? t("queue.broken")
    : total === 0
      ? active
        ? t("queue.opening")
        : t("queue.empty")
      : active
        ? t("queue.progress", { done: formats.number(done), total: formats.number(total) })
        : t("queue.finished", { count: batch.counts.completed });
  const facts = [
    attention > 0 ? t("queue.attention", { count: attention }) : null,
    active && left ? t(`queue.left_${left.unit}`, { count: left.count }) : null,
  ].filter((fact) => fact !== null);
  const bar = segments(batch.counts, total);
  const words = broken ? reasonText(batch.failure_reason ?? "internal", "document_processing") : null;

  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h2 className={styles.headline} data-active={active}>
          {headline}
        </h2>
        {facts.length > 0 ? <p className={styles.facts}>{facts.join(" · ")}</p> : null}
        <p className={styles.source}>
          <span className={styles.file}>{batchName(batch)}</span>
          <UsageLine of={{ batch_id: batch.id }} isAtWork={active} />
          <span title={formats.dateTime(batch.created_at)}>{formats.ago(batch.created_at)}</span>
        </p>
      </div>
      {words ? (
        <p className={styles.broken} role="alert">
          {words.what} {words.suggestion}
        </p>
      ) : active ? (
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={t("queue.label")}
          aria-valuemin={0}
          aria-valuemax={Math.max(total, 1)}
          aria-valuenow={done}
          aria-valuetext={[headline, ...facts].join(", ")}
        >
          {bar.map(({ state, percent }) => (
            <span
              key={state}
              data-state={state}
              style={{ width: `${percent}%` }}
              title={`${statusName(state)} ${formats.number(batch.counts[state])}`}
            />
          ))}
        </div>
      ) : null}
      {children}
      <Announcement total={total} done={done} text={[headline, ...facts].join(", ")} />
    </header>
  );
}

/** Announces the progress to screen readers at every tenth, not at every file. */
function Announcement(props: { total: number; done: number; text: string }) {
  const tenth = props.total === 0 ? 0 : Math.floor((props.done / props.total) * 10);
  const [said, setSaid] = useState("");
  const announce = useEffectEvent(() => setSaid(props.text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new tenth is worth interrupting for
  useEffect(() => announce(), [tenth]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

function useRemaining(batch: Batch, active: boolean) {
  const meter = useRef<{ id: string; rate: RateMeter } | null>(null);
  const { done, open } = batchProgress(batch);
  const [left, setLeft] = useState<ReturnType<typeof roundRemainingTime> | null>(null);
  useEffect(() => {
    if (meter.current?.id !== batch.id) meter.current = { id: batch.id, rate: new RateMeter() };
    const { rate } = meter.current;
    const look = () => {
      rate.add(performance.now(), done);
      const remaining = rate.remaining(open);
      setLeft(remaining === null ? null : roundRemainingTime(remaining));
    };
    look();
    if (!active) return;
    const timer = setInterval(look, 5_000);
    return () => clearInterval(timer);
  }, [batch.id, done, open, active]);
  return left;
}
