// Task tray: uploads, batches and tasks with progress, result and retry. A button in the header of every page, which opens
// over the content only when asked to.

import { Button } from "antd";
import { ListChecks, MailWarning, X } from "lucide-react";
import { Suspense, useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useBatchName } from "@/entities/batch/name";
import { batchProgress, isBatchActive } from "@/entities/batch/progress";
import { useActiveBatches, useFollowedBatch, useInvalidateBatches } from "@/entities/batch/queries";
import { type Upload, uploads, useUploads } from "@/entities/batch/uploads";
import { useUnsettledEmails } from "@/entities/email/queries";
import { useCanWriteEmails } from "@/entities/email/service";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import { isInaccessible } from "@/lib/api/problem";
import type { Batch } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { lazyPart } from "@/ui/late/lazyPart";
import { ProgressBar } from "@/ui/ProgressBar";
import { useMyTasks } from "../queries";
import { batchesOf, isTaskActive, isTaskRunning, trayTasks } from "../tasks";
import { trayOf } from "../trayBatches";
import { TaskRow } from "./TaskRow";
import styles from "./TaskTray.module.css";

const UnsettledEmailsDrawer = lazyPart(
  async () => ({
    default: (await import("@/entities/email/components/UnsettledEmailsDrawer")).UnsettledEmailsDrawer,
  }),
  "overlay",
);

/** Full width, and thin. */
const TRACK = { height: 3 };

export function TaskTray() {
  const { t } = useTranslation();
  const organizationId = useOrganizationId();
  const tray = trayOf(organizationId);
  const changed = useInvalidateBatches();
  const formats = useFormats();
  /** The emails that are looked at: all that need it, or those of one task. */
  const [reviewed, setReviewed] = useState<"all" | readonly string[] | null>(null);
  const [open, setOpen] = useState(false);
  const sending = useUploads();
  const followed = useSyncExternalStore(tray.subscribe, tray.all);
  const active = useActiveBatches(useCan("evaluate:view"));

  useEffect(() => {
    for (const batch of active.data ?? []) tray.follow(batch.id);
  }, [active.data, tray]);

  useEffect(() => {
    for (const upload of sending) {
      if (upload.state !== "done" || !upload.batch) continue;
      // An upload may have begun in another organization.
      trayOf(upload.organizationId).follow(upload.batch.id);
      uploads.dismiss(upload.id);
      void changed();
    }
  }, [sending, changed]);

  const busy = sending.some((upload) => upload.state === "sending");
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy]);

  const myTasks = useMyTasks();
  const dismissed = useSyncExternalStore(tray.subscribe, tray.allDismissed);
  const tasks = trayTasks(myTasks.data?.items ?? [], dismissed, myTasks.dataUpdatedAt);

  // Batches of finished evaluation tasks are shown as well.
  useEffect(() => {
    for (const id of batchesOf(myTasks.data?.items ?? [], myTasks.dataUpdatedAt)) tray.follow(id);
  }, [myTasks.data, myTasks.dataUpdatedAt, tray]);

  const frame = useRef<HTMLElement>(null);
  const head = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const { pathname } = useLocation();
  const [openedOn, setOpenedOn] = useState(pathname);
  if (openedOn !== pathname) {
    setOpenedOn(pathname);
    setOpen(false);
  }
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [open]);

  const working = new Set((active.data ?? []).map(({ id }) => id));
  const finished = [
    ...tasks.filter((task) => !isTaskActive(task)).map(({ id }) => id),
    ...followed.filter((id) => !working.has(id)),
  ];
  const unsettled = useUnsettledEmails(useCanWriteEmails()).data?.total ?? 0;
  const count = sending.length + followed.length + tasks.length;
  const isRunning = busy || (active.data?.length ?? 0) > 0 || tasks.some(isTaskRunning);
  if (count + unsettled === 0 && !reviewed) return null;
  return (
    <section
      ref={frame}
      className={styles.tray}
      aria-label={t("tray.title")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open || event.defaultPrevented) return;
        // Not also what is open below.
        event.preventDefault();
        setOpen(false);
        head.current?.focus();
      }}
    >
      <button
        ref={head}
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
      >
        <ListChecks size={16} aria-hidden="true" />
        <span className={styles.title}>{t("tray.title")}</span>
        {count > 0 ? (
          <span className={styles.count} data-running={isRunning}>
            {formats.number(count)}
            {isRunning ? <span className="visually-hidden"> {t("tray.running")}</span> : null}
          </span>
        ) : null}
        {unsettled > 0 ? (
          <span className={styles.alarm}>
            <MailWarning size={13} aria-hidden="true" /> {formats.number(unsettled)}
            <span className="visually-hidden"> {t("tray.emails", { count: unsettled })}</span>
          </span>
        ) : null}
      </button>
      {open ? (
        <div id={listId} className={styles.panel}>
          <ul className={styles.list}>
            {unsettled > 0 ? (
              <li className={styles.row}>
                <div className={styles.line}>
                  <span className={styles.name}>{t("tray.emails", { count: unsettled })}</span>
                  <Button type="link" size="small" onClick={() => setReviewed("all")}>
                    {t("tray.open")}
                  </Button>
                </div>
              </li>
            ) : null}
            {sending.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                onDismiss={() => tray.dismiss(task.id)}
                onReview={(emailIds) => setReviewed(emailIds)}
              />
            ))}
            {followed.map((id) => (
              <BatchRow key={id} id={id} onDismiss={() => tray.dismiss(id)} />
            ))}
          </ul>
          {finished.length > 0 ? (
            <Button type="link" size="small" className={styles.clear ?? ""} onClick={() => tray.dismiss(...finished)}>
              {t("tray.clear")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {reviewed ? (
        <Suspense fallback={null}>
          <UnsettledEmailsDrawer
            open
            {...(reviewed === "all" ? {} : { only: reviewed })}
            onClose={() => setReviewed(null)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const failed = upload.state === "failed";
  const percent = upload.file.size ? Math.floor((upload.sent / upload.file.size) * 100) : 0;
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>{upload.file.name}</span>
        <span className={styles.state}>{failed ? t("tray.upload_failed") : t("tray.uploading", { percent })}</span>
        <Button
          type="text"
          size="small"
          icon={<X size={14} aria-hidden="true" />}
          aria-label={failed ? t("tray.dismiss") : t("tray.cancel_upload")}
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
            {t("action.retry")}
          </Button>
        </p>
      ) : null}
    </li>
  );
}

function BatchRow({ id, onDismiss }: { id: string; onDismiss: () => void }) {
  const { t } = useTranslation();
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
  const outcome = working ? t("tray.working") : unreadable ? t("tray.unreadable") : t("tray.finished");
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <Link className={styles.name} to={href("evaluate", { job_id: batch.data.job_id, batch_id: batch.data.id })}>
          {name}
        </Link>
        <span className={styles.state}>
          {working && total === 0 ? t("tray.opening") : t("tray.progress", { done, total })}
        </span>
        {working ? null : (
          <Button
            type="text"
            size="small"
            icon={<X size={14} aria-hidden="true" />}
            aria-label={t("tray.dismiss")}
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
        {attention > 0 ? ` · ${t("tray.attention", { count: attention })}` : null}
      </p>
    </li>
  );
}

function percentOf(batch: Batch): number {
  const { total, done } = batchProgress(batch);
  return total === 0 ? 0 : Math.floor((done / total) * 100);
}
