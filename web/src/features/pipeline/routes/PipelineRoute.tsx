// /pipeline: the candidates of a job by interview stage, moved by users.
import { CalendarClock, Handshake, MailPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { OpenJobs } from "@/entities/job/components/OpenJobs";
import { useOpenJobs } from "@/entities/job/queries";
import { useJobId } from "@/entities/job/selection";
import { useCan } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { PageHeader } from "@/ui/PageHeader";
import { Pipeline } from "../components/Pipeline";
import styles from "./PipelineRoute.module.css";

export function PipelineRoute() {
  const [jobId] = useJobId();
  return jobId ? <Pipeline key={jobId} jobId={jobId} /> : <Introduction />;
}

/** Shown without a job. */
function Introduction() {
  const { t } = useTranslation("pipeline");
  // Its jobs would push down what is drawn before them.
  const open = useOpenJobs();
  const canCreateJobs = useCan("jobs:create");
  const features = [
    { key: "invite", icon: MailPlus, title: t("intro.invite"), text: t("intro.invite_text") },
    { key: "track", icon: CalendarClock, title: t("intro.track"), text: t("intro.track_text") },
    { key: "offer", icon: Handshake, title: t("intro.offer"), text: t("intro.offer_text") },
  ];
  return (
    <>
      <PageHeader title={t("title")} context={<JobSelector />} />
      {open.isPending ? null : (
        <section className={styles.intro}>
          <p className={styles.lead}>{t("intro.lead")}</p>
          <OpenJobs page="pipeline" jobs={open} />
          <ul className={styles.features}>
            {features.map(({ key, icon: Icon, title, text }) => (
              <li key={key}>
                <Icon size={22} aria-hidden="true" />
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          {canCreateJobs ? <LinkButton to={href("jobNew")}>{t("intro.create_job")}</LinkButton> : null}
        </section>
      )}
    </>
  );
}
