// /settings: system status, AI provider, mail server and interview links.

import { Skeleton, Tabs } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useEmailReason } from "@/entities/email/reason";
import { InterviewLinks } from "@/entities/job/components/InterviewLinks";
import { useCanOpenPage } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import { query } from "@/lib/api/client";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { useHasUnsavedChanges } from "@/ui/forms/unsavedStore";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { StageTag } from "@/ui/StageTag";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./SettingsRoute.module.css";

// Loaded when the tabs are opened.
const AiTab = lazyPart(() => import("../components/AiTab").then((module) => ({ default: module.AiTab })));
const MailSettings = lazyPart(() =>
  import("../components/MailSettings").then((module) => ({ default: module.MailSettings })),
);
const MailboxTab = lazyPart(() =>
  import("../components/MailboxTab").then((module) => ({ default: module.MailboxTab })),
);
const BookingHook = lazyPart(() =>
  import("../components/BookingHook").then((module) => ({ default: module.BookingHook })),
);

const TABS = ["status", "ai", "email", "mailbox", "links"] as const;

export function SettingsRoute() {
  const { t } = useTranslation("settings");
  const [params, setParams] = useSearchParams();
  const hasLinks = useCanOpenPage("jobs");
  const hasUnsaved = useHasUnsavedChanges();
  // A link that is being edited stays.
  const tabs =
    hasLinks || (hasUnsaved && params.get("tab") === "links") ? TABS : (["status", "ai", "email", "mailbox"] as const);
  const tab = tabs.find((known) => known === params.get("tab")) ?? "status";
  const names = {
    status: t("tab.status"),
    ai: t("tab.ai"),
    email: t("tab.email"),
    mailbox: t("tab.mailbox"),
    links: t("tab.links"),
  };
  return (
    <>
      <PageHeader title={t("title")} />
      <Tabs
        activeKey={tab}
        onChange={(key) => setParams(key === "status" ? {} : { tab: key })}
        items={tabs.map((key) => ({ key, label: names[key] }))}
      />
      <UnsavedScope params={["tab"]}>
        {tab === "status" ? <SystemStatus /> : null}
        {tab === "ai" ? (
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
            <AiTab />
          </Suspense>
        ) : null}
        {tab === "email" ? (
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
            <MailSettings />
          </Suspense>
        ) : null}
        {tab === "mailbox" ? (
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
            <MailboxTab />
          </Suspense>
        ) : null}
        {tab === "links" ? (
          <>
            <InterviewLinks />
            <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
              <BookingHook />
            </Suspense>
          </>
        ) : null}
      </UnsavedScope>
    </>
  );
}

function SystemStatus() {
  const { t } = useTranslation("settings");
  const organization_id = useOrganizationId();
  const formats = useFormats();
  const reasonText = useEmailReason();
  const status = query.useQuery("get", "/api/organizations/{organization_id}/settings/status", {
    params: { path: { organization_id } },
  });
  return (
    <QueryView query={status} skeleton={<Skeleton active title={false} paragraph={{ rows: 5 }} />}>
      {({ version, ai, tasks, workers, email, storage, database }) => (
        <dl className={styles.status}>
          <dt>{t("status.ai")}</dt>
          <dd>
            {ai.engine === "built-in" ? t("status.built_in") : ai.version}
            {ai.paused ? <span className={styles.soft}>{t("status.ai_paused")}</span> : null}
          </dd>
          <dt>{t("status.key")}</dt>
          <dd>{ai.has_key ? t("status.key_set") : t("status.key_none")}</dd>
          <dt>{t("status.tasks")}</dt>
          <dd>
            {t("status.task_counts", { running: tasks.running, waiting: tasks.waiting })}
            {tasks.oldest_waiting_since ? (
              <span className={styles.soft}>
                {t("status.oldest", { ago: formats.ago(tasks.oldest_waiting_since) })}
              </span>
            ) : null}
          </dd>
          <dt>{t("status.workers")}</dt>
          <dd>
            {workers > 0 ? (
              t("status.workers_alive", { count: workers })
            ) : (
              <StageTag tone="neutral">{t("status.workers_none")}</StageTag>
            )}
          </dd>
          <dt>{t("status.email")}</dt>
          <dd>
            <StageTag tone={email.status === "running" ? "good" : "neutral"}>
              {email.status === "running" ? t("status.ok") : t("status.email_stopped")}
            </StageTag>
            <span className={styles.soft}>
              {[
                email.reason ? reasonText(email.reason) : "",
                email.queued > 0 ? t("status.email_queued", { count: email.queued }) : "",
              ].join(" ")}
            </span>
          </dd>
          <dt>{t("status.storage")}</dt>
          <dd>
            <Health ok={storage.ok} />
          </dd>
          <dt>{t("status.database")}</dt>
          <dd>
            <Health ok={database.ok} />
            <span className={styles.soft}>{`PostgreSQL ${database.version}`}</span>
          </dd>
          <dt>{t("status.version")}</dt>
          <dd>{version}</dd>
        </dl>
      )}
    </QueryView>
  );
}

function Health({ ok }: { ok: boolean }) {
  const { t } = useTranslation("settings");
  return <StageTag tone={ok ? "good" : "neutral"}>{ok ? t("status.ok") : t("status.failing")}</StageTag>;
}
