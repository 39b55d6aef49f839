// /ops: state of the installation for operators: workers, queue, failures, organizations, models, mail.
import { Alert, Skeleton } from "antd";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePlanName } from "@/entities/organization/options";
import { useFormats } from "@/i18n/format";
import type { OpsOverview } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { PageHeader } from "@/ui/PageHeader";
import { QueryView } from "@/ui/states/QueryView";
import { PAGE_SIZE, type TaskFilter, useOverview } from "../api/operations";
import { CronTable } from "../components/CronTable";
import { DayCurve } from "../components/DayCurve";
import { EmailQuota } from "../components/EmailQuota";
import { KindName } from "../components/KindName";
import { OpsTable } from "../components/OpsTable";
import { ReasonName } from "../components/ReasonName";
import { Sparkline } from "../components/Sparkline";
import { TaskFilters } from "../components/TaskFilters";
import { TASKS_ID, TaskList } from "../components/TaskList";
import { useLaneName } from "../components/useLaneName";
import { laneSeries, oldestSeconds, withSnapshot } from "../logic/history";
import styles from "./OpsRoute.module.css";

const LANES = ["documents", "scans", "models", "mail", "general"] as const;
const STATES = ["waiting", "running", "later", "completed", "failed", "finished", "any"] as const;
const WITHIN = ["hour", "day"] as const;
const CATEGORIES = [
  "document_processing",
  "timeout",
  "ai_parsing",
  "network",
  "authentication",
  "quota",
  "database",
  "other",
  "unknown",
] as const;
const KEY_REQUESTS = ["in_progress", "last_minute"] as const;

function filterOf(params: URLSearchParams): TaskFilter {
  const filter: TaskFilter = { state: STATES.find((state) => state === params.get("state")) ?? "failed" };
  const lane = LANES.find((name) => name === params.get("lane"));
  const kind = params.get("kind");
  const reason = params.get("reason");
  const organization_id = params.get("organization_id");
  const finished_within = WITHIN.find((time) => time === params.get("finished_within"));
  if (lane) filter.lane = lane;
  // Those of a newer server too.
  if (kind) filter.kind = kind as NonNullable<TaskFilter["kind"]>;
  if (reason) filter.reason = reason as NonNullable<TaskFilter["reason"]>;
  const category = CATEGORIES.find((name) => name === params.get("category"));
  if (category) filter.category = category;
  if (organization_id) filter.organization_id = organization_id;
  if (finished_within) filter.finished_within = finished_within;
  const account = params.get("account");
  // Tasks of a key are listed but not retried together, because they change every minute.
  if (account) {
    const requests = KEY_REQUESTS.find((name) => name === params.get("requests")) ?? "in_progress";
    return { ...filter, state: "any", account, requests };
  }
  return filter;
}

export function OpsRoute() {
  const { t } = useTranslation("ops");
  const overview = useOverview();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1);
  const turnTo = (next: number) =>
    setParams((former) => {
      const turned = new URLSearchParams(former);
      turned.set("page", String(next));
      return turned;
    });
  const change = (changed: Record<string, string | undefined>) =>
    setParams((former) => {
      const next = new URLSearchParams(former);
      next.delete("page");
      for (const [name, value] of Object.entries(changed)) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const filter = filterOf(params);
  return (
    <>
      <PageHeader title={t("title")} />
      <QueryView query={overview} skeleton={<Skeleton active paragraph={{ rows: 12 }} />}>
        {(data) => (
          <div className={styles.page}>
            <Overview overview={data} />
            <TaskFilters filter={filter} organizations={data.organizations} onChange={change} />
            <TaskList filter={filter} page={page} onPage={turnTo} />
          </div>
        )}
      </QueryView>
    </>
  );
}

interface CountProps {
  value: number;
  filter: Record<string, string>;
  /** The number in words, where it is more than a number. */
  text?: string;
}

/** A number linked to its tasks. */
function Count({ value, filter, text }: CountProps) {
  const format = useFormats();
  const shown = text ?? format.number(value);
  if (value === 0) return shown;
  return <Link to={{ search: `?${new URLSearchParams(filter)}`, hash: TASKS_ID }}>{shown}</Link>;
}

/** Tasks are listed newest first, so the oldest is on the last page. */
function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

function Overview({ overview }: { overview: OpsOverview }) {
  const { t } = useTranslation("ops");
  const format = useFormats();
  const laneName = useLaneName();
  const planName = usePlanName();
  const [snapshots, setSnapshots] = useState<readonly OpsOverview[]>([]);
  if (snapshots.at(-1)?.read_at !== overview.read_at) setSnapshots(withSnapshot(snapshots, overview));
  const used = (count: number | null | undefined, limit: number | null | undefined) =>
    limit == null
      ? count == null
        ? t("models.unlimited")
        : t("models.used_unlimited", { used: count })
      : t("models.used", { used: count ?? 0, limit });
  // Where there is no worker at all, the list of workers says so.
  const isServed = (lane: (typeof LANES)[number]) =>
    overview.workers.length === 0 ||
    overview.workers.some((worker) => worker.slots.some((of) => of.lane === lane && of.slots > 0));
  const ago = (iso: string | null | undefined) => (iso ? format.ago(iso) : "—");
  return (
    <div className={styles.grid}>
      {overview.redis === "unreachable" ? <Alert type="warning" showIcon title={t("redis.unreachable")} /> : null}
      <DayCurve hours={overview.hours} />
      <OpsTable
        title={t("workers.title")}
        empty={t("workers.none")}
        heads={[t("workers.name"), t("workers.version"), t("workers.slots"), t("workers.started"), t("workers.seen")]}
        rows={overview.workers.map((worker) => ({
          key: worker.id,
          cells: [
            worker.name,
            worker.version,
            worker.slots.map(({ lane, slots }) => `${laneName(lane)} ${slots}`).join(" · "),
            ago(worker.started_at),
            ago(worker.seen_at),
          ],
        }))}
      />
      <OpsTable
        title={t("lanes.title")}
        empty={t("none")}
        heads={[t("lanes.lane"), t("state.waiting"), t("state.running"), t("lanes.oldest")]}
        rows={overview.lanes.map(({ lane, waiting, running, oldest_waiting_since }) => ({
          key: lane,
          cells: [
            <Fragment key="lane">
              {laneName(lane)}
              {waiting > 0 && !isServed(lane) ? <div>{t("lanes.unserved")}</div> : null}
            </Fragment>,
            <div key="waiting">
              <Count value={waiting} filter={{ state: "waiting", lane }} />
              <Sparkline values={laneSeries(snapshots, lane, (load) => load.waiting)} />
            </div>,
            <Count key="running" value={running} filter={{ state: "running", lane }} />,
            <div key="oldest">
              <Count
                value={waiting}
                text={ago(oldest_waiting_since)}
                filter={{ state: "waiting", lane, page: String(lastPage(waiting)) }}
              />
              <Sparkline values={laneSeries(snapshots, lane, oldestSeconds)} />
            </div>,
          ],
        }))}
      />
      <OpsTable
        title={t("kinds.title")}
        empty={t("none")}
        heads={[t("tasks.kind"), t("kinds.hour"), t("kinds.day"), t("kinds.failed"), t("kinds.median")]}
        rows={overview.kinds.map(({ kind, completed_hour, completed_day, failed_day, median_seconds }) => ({
          key: kind,
          cells: [
            <KindName key="kind" kind={kind} />,
            <Count key="hour" value={completed_hour} filter={{ state: "completed", kind, finished_within: "hour" }} />,
            <Count
              key="completed"
              value={completed_day}
              filter={{ state: "completed", kind, finished_within: "day" }}
            />,
            <Count key="failed" value={failed_day} filter={{ state: "failed", kind, finished_within: "day" }} />,
            median_seconds === null || median_seconds === undefined ? (
              "—"
            ) : (
              <Count
                key="median"
                value={completed_day + failed_day}
                text={t("kinds.seconds", { value: format.number(Math.round(median_seconds * 100) / 100) })}
                filter={{ state: "finished", kind, finished_within: "day" }}
              />
            ),
          ],
        }))}
      />
      <OpsTable
        title={t("failures.title")}
        empty={t("failures.none")}
        heads={[t("tasks.kind"), t("tasks.reason"), t("failures.count"), t("failures.last")]}
        rows={overview.failures.map(({ kind, reason, count, last_at }) => ({
          key: `${kind} ${reason}`,
          cells: [
            <KindName key="kind" kind={kind} />,
            <ReasonName key="reason" reason={reason} />,
            <Count key="count" value={count} filter={{ state: "failed", kind, reason }} />,
            ago(last_at),
          ],
        }))}
      />
      <OpsTable
        title={t("organizations.title")}
        empty={t("none")}
        heads={[
          t("tasks.organization"),
          t("organizations.plan"),
          t("organizations.emails"),
          t("state.waiting"),
          t("state.running"),
          t("organizations.finished"),
          t("kinds.failed"),
        ]}
        rows={overview.organizations.map(
          ({ id, name, plan, requested_plan, waiting, running, finished_day, failed_day, ...quota }) => ({
            key: id,
            cells: [
              name,
              requested_plan
                ? t("organizations.plan_requested", { plan: planName(plan), requested: planName(requested_plan) })
                : planName(plan),
              <EmailQuota
                key="emails"
                sent={quota.emails_today}
                limit={quota.emails_limit}
                isVerified={quota.is_verified}
              />,
              <Count key="waiting" value={waiting} filter={{ state: "waiting", organization_id: id }} />,
              <Count key="running" value={running} filter={{ state: "running", organization_id: id }} />,
              <Count
                key="finished"
                value={finished_day}
                filter={{ state: "finished", organization_id: id, finished_within: "day" }}
              />,
              <Count
                key="failed"
                value={failed_day}
                filter={{ state: "failed", organization_id: id, finished_within: "day" }}
              />,
            ],
          }),
        )}
      />
      <CronTable crons={overview.crons} readAt={overview.read_at} />
      <OpsTable
        title={t("models.title", { model: overview.models.server_model ?? t("models.built_in") })}
        empty={t("models.none")}
        heads={[t("models.account"), t("models.in_flight"), t("models.minute"), t("models.tokens"), t("models.paused")]}
        rows={overview.models.keys.map((key) => ({
          key: key.account,
          cells: [
            key.account,
            <Count
              key="in_flight"
              value={key.in_flight}
              text={used(key.in_flight, key.concurrency)}
              filter={{ account: key.account, requests: "in_progress" }}
            />,
            <Count
              key="minute"
              value={key.last_minute ?? 0}
              text={used(key.last_minute, key.requests_per_minute)}
              filter={{ account: key.account, requests: "last_minute" }}
            />,
            <Count
              key="tokens"
              value={key.tokens_last_minute ?? 0}
              text={used(key.tokens_last_minute, key.tokens_per_minute)}
              filter={{ account: key.account, requests: "last_minute" }}
            />,
            key.paused_until ? format.dateTime(key.paused_until) : "—",
          ],
        }))}
      />
      <OpsTable
        title={t("mail.title")}
        empty={t("none")}
        heads={[t("mail.service"), t("state.waiting"), t("state.failed")]}
        rows={[
          {
            key: "mail",
            cells: [
              overview.mail.service === "server" ? t("mail.server") : t("mail.captured"),
              <Count key="waiting" value={overview.mail.waiting} filter={{ state: "waiting", lane: "mail" }} />,
              <Count key="failed" value={overview.mail.failed} filter={{ state: "failed", lane: "mail" }} />,
            ],
          },
        ]}
      />
    </div>
  );
}
