// Task tray: uploads, batches and tasks with progress, result and retry. A button in the header of every page, which opens
// over the content only when asked to.

import { ListChecks, MailWarning } from "lucide-react";
import { Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useActiveBatches, useInvalidateBatches } from "@/entities/batch/queries";
import { uploads, useUploads } from "@/entities/batch/uploads";
import { useUnsettledEmails } from "@/entities/email/queries";
import { useCanWriteEmails } from "@/entities/email/service";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import { loadTexts } from "@/i18n/i18n";
import { lazyPart } from "@/ui/late/lazyPart";
import { useMyTasks } from "../queries";
import { batchesOf, isTaskActive, isTaskRunning, trayTasks } from "../tasks";
import { trayOf } from "../trayBatches";
import styles from "./TaskTray.module.css";

const UnsettledEmailsDrawer = lazyPart(
  async () => ({
    default: (await import("@/entities/email/components/UnsettledEmailsDrawer")).UnsettledEmailsDrawer,
  }),
  "overlay",
);

// Loaded when first opened.
const TrayPanel = lazyPart(async () => {
  const [module] = await Promise.all([import("./TrayPanel"), loadTexts("tasks")]);
  return { default: module.TrayPanel };
}, "overlay");

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
        <Suspense>
          <TrayPanel
            id={listId}
            unsettled={unsettled}
            uploads={sending}
            tasks={tasks}
            batchIds={followed}
            finished={finished}
            onDismiss={(...ids) => tray.dismiss(...ids)}
            onReview={setReviewed}
          />
        </Suspense>
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
