// Open jobs, each a drop target for a ZIP of resumes, and what is evaluated in them.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { byNewest } from "@/entities/job/order";
import { useJobFigures, useJobs } from "@/entities/job/queries";
import { useJobId } from "@/entities/job/selection";
import { Can } from "@/entities/session/components/Can";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import type { Job, JobFigures } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { QueryView } from "@/ui/states/QueryView";
import { DropArea, FileChooseButton, useFileIntake } from "./DropZone";
import styles from "./JobDropList.module.css";

/** As many as are asked for at once. */
const MAX_FIGURES = 100;

export function JobDropList() {
  const { t } = useTranslation("evaluate");
  const jobs = useJobs("active");
  return (
    <section aria-label={t("empty.no_job")}>
      <p className={styles.hint}>{t("empty.drop_on_job")}</p>
      <QueryView query={jobs} skeleton={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        {(open) => <JobDropRows open={open} />}
      </QueryView>
    </section>
  );
}

function JobDropRows({ open }: { open: readonly Job[] }) {
  const { i18n } = useTranslation();
  const jobs = open.toSorted(byNewest(i18n.language));
  const asked = useCan("jobs:view") ? jobs.slice(0, MAX_FIGURES).map(({ id }) => id) : [];
  const figures = useJobFigures(asked).data?.items;
  return (
    <ul className={styles.jobs}>
      {jobs.map((job) => (
        <li key={job.id}>
          <JobDropRow job={job} figures={figures?.find(({ id }) => id === job.id)} />
        </li>
      ))}
    </ul>
  );
}

function JobDropRow({ job, figures }: { job: Job; figures: JobFigures | undefined }) {
  const { t } = useTranslation("evaluate");
  const organizationId = useOrganizationId();
  const [, choose] = useJobId();
  const intake = useFileIntake({ organizationId, jobId: job.id, jobTitle: job.title });
  const take: typeof intake.addFiles = (dropped) => {
    intake.addFiles(dropped);
    choose(job.id);
  };
  const { evaluated = 0, waiting = 0, attention = 0 } = figures ?? {};
  const facts = [
    job.company_name,
    evaluated > 0 && t("jobs.evaluated", { count: evaluated }),
    waiting > 0 && t("jobs.waiting", { count: waiting }),
    attention > 0 && t("jobs.failed", { count: attention }),
  ].filter(Boolean);
  return (
    <DropArea onDrop={take}>
      <div className={styles.row}>
        <div className={styles.words}>
          <Link className={styles.title} to={href("evaluate", { job_id: job.id })}>
            {job.title}
          </Link>
          <span className={styles.company}>{facts.join(" · ")}</span>
        </div>
        <Can permission="evaluate:execute" fallback="disable">
          <FileChooseButton onChoose={take}>{t("drop.choose")}</FileChooseButton>
        </Can>
      </div>
    </DropArea>
  );
}
