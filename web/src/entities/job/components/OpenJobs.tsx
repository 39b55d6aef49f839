// The newest open jobs as links to a page about them; the selector finds the others.
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "@/entities/session/memberships";
import type { Job } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { lazyPart } from "@/ui/late/lazyPart";
import { QueryView } from "@/ui/states/QueryView";
import { byNewest } from "../order";
import { useJobFigures, type useOpenJobs } from "../queries";
import styles from "./OpenJobs.module.css";

const JobFacts = lazyPart(async () => ({ default: (await import("./JobFacts")).JobFacts }));

interface Props {
  /** The page linked to. */
  page: "aiReview" | "pipeline";
}

/** Passed on by the page, which waits for them; after an error, a query of its own would start over. */
export function OpenJobs({ page, jobs }: Props & { jobs: ReturnType<typeof useOpenJobs> }) {
  return (
    <QueryView query={jobs} skeleton={null}>
      {(open) => (open.items.length > 0 ? <JobLinks page={page} open={open} /> : null)}
    </QueryView>
  );
}

function JobLinks({ page, open }: Props & { open: { items: Job[]; total: number } }) {
  const { t, i18n } = useTranslation();
  const others = open.total - open.items.length;
  const canView = useCan("jobs:view");
  const figures = useJobFigures(canView ? open.items.map(({ id }) => id) : []).data?.items;
  const ofJob = new Map(figures?.map((one) => [one.id, one]));
  const factsOf = ({ id, company_name }: Job) => {
    const own = ofJob.get(id);
    if (!own) return company_name;
    return (
      <Suspense fallback={company_name}>
        <JobFacts figures={own} page={page} company={company_name} />
      </Suspense>
    );
  };
  const countOf = ({ in_review, in_pipeline }: Job) =>
    page === "aiReview"
      ? in_review > 0 && t("job.in_review", { number: in_review })
      : in_pipeline > 0 && t("job.in_pipeline", { number: in_pipeline });
  return (
    <ul className={styles.jobs} aria-label={t("job.select")}>
      {open.items.toSorted(byNewest(i18n.language)).map((job) => (
        <li key={job.id}>
          <Link className={styles.job} to={href(page, { job_id: job.id })}>
            <span className={styles.title}>{job.title}</span>
            <span className={styles.company}>{factsOf(job)}</span>
            <span className={styles.count}>{countOf(job)}</span>
          </Link>
        </li>
      ))}
      {others > 0 ? <li className={styles.others}>{t("job.others", { count: others })}</li> : null}
    </ul>
  );
}
