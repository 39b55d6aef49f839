// /jobs: every job with its candidates and its last activity, by status.
import { Pagination, Skeleton, Tabs } from "antd";
import { BriefcaseBusiness } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type JobStatus, PAGE_SIZE, STATUSES, useJobs } from "@/entities/job/queries";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Job } from "@/lib/api/types";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { LinkButton } from "@/ui/LinkButton";
import { MoreMenu } from "@/ui/MoreMenu";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { ErrorState } from "@/ui/states/ErrorState";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { useMoves } from "../components/useMoves";
import styles from "./JobsRoute.module.css";

export function JobsRoute() {
  const { t } = useTranslation("jobs");
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const status = STATUSES.find((known) => known === params.get("status")) ?? "active";
  const page = Math.max(1, Number(params.get("page")) || 1);
  const jobs = useJobs(status, page);
  const list = useRef<HTMLTableElement>(null);
  const creates = useCan("jobs:create");

  const step = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>("a[data-row]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useHotkeys([
    { keys: "j", label: t("keys.next"), run: () => step(1) },
    { keys: "k", label: t("keys.previous"), run: () => step(-1) },
    { keys: "n", label: t("new"), run: () => void navigate("/jobs/new"), enabled: creates },
  ]);

  const labels: Record<JobStatus, string> = {
    active: t("status.active"),
    inactive: t("status.inactive"),
    archived: t("status.archived"),
  };
  const show = (next: Record<string, string>) => setParams({ status, ...next });

  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          creates ? (
            <LinkButton type="primary" to="/jobs/new">
              {t("new")}
            </LinkButton>
          ) : undefined
        }
      />
      <Tabs
        activeKey={status}
        onChange={(key) => setParams(key === "active" ? {} : { status: key })}
        items={STATUSES.map((key) => ({ key, label: labels[key] }))}
      />
      {jobs.error ? (
        <ErrorState error={jobs.error} retry={() => void jobs.refetch()} />
      ) : !jobs.data ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : jobs.data.items.length === 0 ? (
        <Empty status={status} />
      ) : (
        <>
          <JobTable ref={list} jobs={jobs.data.items} />
          {jobs.data.total > PAGE_SIZE ? (
            <Pagination
              className={styles.pages ?? ""}
              current={page}
              pageSize={PAGE_SIZE}
              total={jobs.data.total}
              showSizeChanger={false}
              onChange={(next) => show({ page: String(next) })}
            />
          ) : null}
        </>
      )}
    </>
  );
}

function JobTable(props: { ref: React.Ref<HTMLTableElement>; jobs: readonly Job[] }) {
  const { t } = useTranslation("jobs");
  const formats = useFormats();
  const moves = useMoves();
  const evaluates = useCanOpenPage("evaluate");
  const reviews = useCanOpenPage("ai-review");
  return (
    <RowTable
      ref={props.ref}
      heads={[
        { label: t("column.job") },
        { label: t("column.candidates"), number: true },
        { label: t("column.open_since") },
        { label: t("column.activity") },
      ]}
      actions={t("column.actions")}
    >
      {props.jobs.map((job) => (
        <tr key={job.id}>
          <td className={rows.lead}>
            <Link to={`/jobs/${job.id}`} data-row className={styles.title}>
              {job.title}
            </Link>
            <span className={rows.below}>{[job.company_name, job.recruiter_name].filter(Boolean).join(" · ")}</span>
          </td>
          <td className={rows.number} data-label={t("column.candidates")}>
            {job.total_applications > 0 && reviews ? (
              <Link to={`/ai-review?job_id=${job.id}`}>{formats.number(job.total_applications)}</Link>
            ) : (
              <span className={styles.faint}>{formats.number(job.total_applications)}</span>
            )}
          </td>
          <td className={`${rows.soft} ${styles.since}`} data-label={t("column.open_since")}>
            {formats.date(job.created_at)}
          </td>
          <td className={rows.soft} data-label={t("column.activity")} title={formats.dateTime(job.last_activity_at)}>
            {formats.ago(job.last_activity_at)}
          </td>
          <td className={rows.actions}>
            {job.is_active && !job.is_deleted && evaluates ? (
              <LinkButton size="small" className={styles.evaluate ?? ""} to={`/evaluate?job_id=${job.id}`}>
                {t("evaluate")}
              </LinkButton>
            ) : null}
            <MoreMenu label={t("more", { title: job.title })} items={moves(job)} />
          </td>
        </tr>
      ))}
    </RowTable>
  );
}

function Empty({ status }: { status: JobStatus }) {
  const { t } = useTranslation("jobs");
  const creates = useCan("jobs:create");
  if (status === "inactive") return <EmptyState text={t("empty.inactive")} />;
  if (status === "archived") return <EmptyState text={t("empty.archived")} />;
  return (
    <EmptyState
      icon={<BriefcaseBusiness size={32} strokeWidth={1.25} />}
      text={creates ? t("empty.active") : t("empty.none_for_you")}
      action={
        creates ? (
          <LinkButton type="primary" to="/jobs/new">
            {t("new")}
          </LinkButton>
        ) : undefined
      }
    />
  );
}
