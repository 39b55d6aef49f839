// The open ones of the newest jobs, as links to a page about them; the selector finds the others.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Job } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { byNewest } from "../order";
import { statusOf, useJobSearch } from "../queries";
import styles from "./OpenJobs.module.css";

interface Props {
  /** The page linked to. */
  page: "aiReview" | "pipeline";
}

export function OpenJobs({ page }: Props) {
  const { t, i18n } = useTranslation();
  const open = useJobSearch("").data?.items.filter((job) => statusOf(job) === "active");
  if (!open?.length) return null;
  const countOf = ({ in_review, in_pipeline }: Job) =>
    page === "aiReview"
      ? in_review > 0 && t("job.in_review", { number: in_review })
      : in_pipeline > 0 && t("job.in_pipeline", { number: in_pipeline });
  return (
    <ul className={styles.jobs} aria-label={t("job.select")}>
      {open.toSorted(byNewest(i18n.language)).map((job) => (
        <li key={job.id}>
          <Link className={styles.job} to={href(page, { job_id: job.id })}>
            <span className={styles.title}>{job.title}</span>
            <span className={styles.company}>{job.company_name}</span>
            <span className={styles.count}>{countOf(job)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
