// /jobs: all jobs with candidate counts and last activity, by status.

import { type InputRef, Pagination, Select, Skeleton, Tabs } from "antd";
import { BriefcaseBusiness } from "lucide-react";
import { Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { type JobStatus, STATUSES, useJobFigures, useJobs } from "@/entities/job/queries";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Job, JobFigures } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { LinkButton } from "@/ui/LinkButton";
import { lazyPart } from "@/ui/late/lazyPart";
import { MoreMenu } from "@/ui/MoreMenu";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { ViewTabs } from "@/ui/ViewTabs";
import { useJobActions } from "../components/useJobActions";
import { type JobSort, PAGE_SIZE, SORTS, searchJobs, sortJobs } from "../logic/list";
import styles from "./JobsRoute.module.css";

// Loaded with the figures, after the list.
const JobEvaluations = lazyPart(async () => ({
  default: (await import("../components/JobEvaluations")).JobEvaluations,
}));
const InterviewLinks = lazyPart(async () => ({
  default: (await import("@/entities/job/components/InterviewLinks")).InterviewLinks,
}));

/** Values that the address leaves out. */
const DEFAULTS: Record<string, string | number> = { sort: "newest", page: 1 };

export function JobsRoute() {
  const { t } = useTranslation("jobs");
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") === "links" ? "links" : "jobs";
  const canCreate = useCan("jobs:create");
  return (
    <>
      <PageHeader
        title={t("title")}
        context={
          <ViewTabs<"jobs" | "links">
            value={tab}
            onChange={(next) => setParams(next === "links" ? { tab: "links" } : {})}
            options={[
              { value: "jobs", label: t("tabs.jobs") },
              { value: "links", label: t("tabs.links") },
            ]}
          />
        }
        actions={
          canCreate && tab === "jobs" ? (
            <LinkButton type="primary" to={href("jobNew")}>
              {t("new")}
            </LinkButton>
          ) : undefined
        }
      />
      {tab === "jobs" ? (
        <JobList />
      ) : (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} />}>
          <UnsavedScope params={["tab"]}>
            <InterviewLinks />
          </UnsavedScope>
        </Suspense>
      )}
    </>
  );
}

function JobList() {
  const { t, i18n } = useTranslation("jobs");
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const status = STATUSES.find((known) => known === params.get("status")) ?? "active";
  const sort = SORTS.find((known) => known === params.get("sort")) ?? "newest";
  const search = params.get("search") ?? "";
  const page = Math.max(1, Number(params.get("page")) || 1);
  const jobs = useJobs(status);
  const list = useRef<HTMLTableElement>(null);
  const searchBox = useRef<InputRef>(null);
  const canCreate = useCan("jobs:create");

  const step = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>("a[data-row]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useHotkeys([
    { keys: "j", label: t("keys.next"), run: () => step(1) },
    { keys: "k", label: t("keys.previous"), run: () => step(-1) },
    { keys: "/", label: t("keys.search"), run: () => searchBox.current?.focus() },
    { keys: "n", label: t("new"), run: () => void navigate(href("jobNew")), enabled: canCreate },
  ]);

  const labels: Record<JobStatus, string> = {
    active: t("status.active"),
    inactive: t("status.inactive"),
    archived: t("status.archived"),
  };
  const sorts: Record<JobSort, string> = {
    newest: t("sort.newest"),
    activity: t("sort.activity"),
    candidates: t("sort.candidates"),
    title: t("sort.title"),
  };
  /** Changes the view; without a page it starts at the first. */
  const show = (change: { search?: string; sort?: JobSort; page?: number }) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        next.delete("page");
        for (const [name, value] of Object.entries(change)) {
          if (value && value !== DEFAULTS[name]) next.set(name, String(value));
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );

  return (
    <>
      <Tabs
        activeKey={status}
        onChange={(key) => setParams(key === "active" ? {} : { status: key })}
        items={STATUSES.map((key) => ({ key, label: labels[key] }))}
      />
      <QueryView query={jobs} skeleton={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
        {(all) => {
          if (all.length === 0) return <Empty status={status} />;
          const found = sortJobs(searchJobs(all, search), sort, i18n.language);
          const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
          const shown = Math.min(page, pages);
          return (
            <>
              <div className={styles.tools}>
                <SearchBox
                  ref={searchBox}
                  className={styles.search}
                  label={t("list.search")}
                  value={search}
                  onChange={(next) => show({ search: next })}
                />
                <Select<JobSort>
                  variant="borderless"
                  popupMatchSelectWidth={false}
                  aria-label={t("list.sort")}
                  value={sort}
                  onChange={(next) => show({ sort: next })}
                  options={SORTS.map((value) => ({ value, label: sorts[value] }))}
                />
              </div>
              {found.length === 0 ? (
                <EmptyState text={t("list.nothing_found")} />
              ) : (
                <JobTable ref={list} jobs={found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)} />
              )}
              {pages > 1 ? (
                <Pagination
                  className={styles.pages ?? ""}
                  current={shown}
                  pageSize={PAGE_SIZE}
                  total={found.length}
                  showSizeChanger={false}
                  onChange={(next) => show({ page: next })}
                />
              ) : null}
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function JobTable(props: { ref: React.Ref<HTMLTableElement>; jobs: readonly Job[] }) {
  const { t } = useTranslation("jobs");
  const formats = useFormats();
  const actions = useJobActions();
  const canOpenEvaluate = useCanOpenPage("evaluate");
  const canOpenReview = useCanOpenPage("ai-review");
  const figures = useJobFigures(props.jobs.map(({ id }) => id)).data?.items;
  const ofJob = new Map(figures?.map((one) => [one.id, one]));
  const factsOf = ({ id, company_name, recruiter_name }: Job) => {
    const name = ofJob.get(id)?.owner_name;
    return [company_name, recruiter_name, name ? t("list.owner", { name }) : null];
  };
  return (
    <>
      <RowTable
        ref={props.ref}
        heads={[
          { label: t("column.job") },
          { label: t("column.evaluation") },
          { label: t("column.candidates"), number: true },
          { label: t("column.open_since") },
          { label: t("column.activity") },
        ]}
        actions={t("column.actions")}
      >
        {props.jobs.map((job) => (
          <tr key={job.id} className={styles.row}>
            <td className={rows.lead}>
              <Link to={href("job", { id: job.id })} data-row className={styles.title}>
                {job.title}
              </Link>
              <span className={rows.below}>{factsOf(job).filter(Boolean).join(" · ")}</span>
            </td>
            <td className={rows.soft} data-label={t("column.evaluation")}>
              <Evaluations figures={ofJob.get(job.id)} linked={canOpenEvaluate} />
            </td>
            <td className={rows.number} data-label={t("column.candidates")}>
              {job.total_applications > 0 && canOpenReview ? (
                <Link to={href("aiReview", { job_id: job.id })}>{formats.number(job.total_applications)}</Link>
              ) : (
                <span className={styles.faint}>{formats.number(job.total_applications)}</span>
              )}
              {job.total_applications > 0 ? (
                <span className={rows.below}>
                  {t("list.detail", { review: job.in_review, pipeline: job.in_pipeline })}
                </span>
              ) : null}
            </td>
            <td className={`${rows.soft} ${styles.since}`} data-label={t("column.open_since")}>
              {formats.date(job.created_at)}
            </td>
            <td className={rows.soft} data-label={t("column.activity")} title={formats.dateTime(job.last_activity_at)}>
              {formats.ago(job.last_activity_at)}
            </td>
            <td className={rows.actions}>
              {job.is_active && !job.is_deleted && canOpenEvaluate ? (
                <LinkButton size="small" className={styles.evaluate ?? ""} to={href("evaluate", { job_id: job.id })}>
                  {t("evaluate")}
                </LinkButton>
              ) : null}
              <MoreMenu label={t("more", { title: job.title })} items={actions.items(job)} />
            </td>
          </tr>
        ))}
      </RowTable>
      {actions.dialog}
    </>
  );
}

/** Empty until the figures are loaded, or if no one was evaluated. */
function Evaluations({ figures, linked }: { figures: JobFigures | undefined; linked: boolean }) {
  if (!figures || figures.evaluated + figures.attention === 0) return null;
  return (
    <Suspense>
      <JobEvaluations figures={figures} linked={linked} />
    </Suspense>
  );
}

function Empty({ status }: { status: JobStatus }) {
  const { t } = useTranslation("jobs");
  const canCreate = useCan("jobs:create");
  if (status === "inactive") return <EmptyState text={t("empty.inactive")} />;
  if (status === "archived") return <EmptyState text={t("empty.archived")} />;
  return (
    <EmptyState
      icon={<BriefcaseBusiness size={32} strokeWidth={1.25} />}
      text={canCreate ? t("empty.active") : t("empty.none_for_you")}
      action={
        canCreate ? (
          <LinkButton type="primary" to={href("jobNew")}>
            {t("new")}
          </LinkButton>
        ) : undefined
      }
    />
  );
}
