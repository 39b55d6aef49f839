// Open jobs, each a drop target for a ZIP of resumes.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { byNewest } from "@/entities/job/order";
import { useJobs } from "@/entities/job/queries";
import { useJobId } from "@/entities/job/selection";
import { Can } from "@/entities/session/components/Can";
import { useOrganizationId } from "@/entities/session/session";
import type { Job } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { QueryView } from "@/ui/states/QueryView";
import { DropArea, FileChooseButton, useFileIntake } from "./DropZone";
import styles from "./JobDropList.module.css";

export function JobDropList() {
  const { t, i18n } = useTranslation("evaluate");
  const jobs = useJobs("active");
  return (
    <section aria-label={t("empty.no_job")}>
      <p className={styles.hint}>{t("empty.drop_on_job")}</p>
      <QueryView query={jobs} skeleton={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        {(open) => (
          <ul className={styles.jobs}>
            {open.toSorted(byNewest(i18n.language)).map((job) => (
              <li key={job.id}>
                <JobDropRow job={job} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function JobDropRow({ job }: { job: Job }) {
  const { t } = useTranslation("evaluate");
  const organizationId = useOrganizationId();
  const [, choose] = useJobId();
  const intake = useFileIntake({ organizationId, jobId: job.id, jobTitle: job.title });
  const take: typeof intake.addFiles = (dropped) => {
    intake.addFiles(dropped);
    choose(job.id);
  };
  return (
    <DropArea onDrop={take}>
      <div className={styles.row}>
        <div className={styles.words}>
          <Link className={styles.title} to={href("evaluate", { job_id: job.id })}>
            {job.title}
          </Link>
          <span className={styles.company}>{job.company_name}</span>
        </div>
        <Can permission="evaluate:execute" fallback="disable">
          <FileChooseButton onChoose={take}>{t("drop.choose")}</FileChooseButton>
        </Can>
      </div>
    </DropArea>
  );
}
