// What the page is for, and the open jobs to begin with; shown without a job.
import { CalendarClock, Handshake, MailPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { OpenJobs } from "@/entities/job/components/OpenJobs";
import { useOpenJobs } from "@/entities/job/queries";
import { useCan, useIsUnassigned } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { EmptyState } from "@/ui/states/EmptyState";
import styles from "./Introduction.module.css";

export function Introduction() {
  const { t } = useTranslation(["pipeline", "common"]);
  // Its jobs would push down what is drawn before them.
  const open = useOpenJobs();
  const canCreateJobs = useCan("jobs:create");
  const features = [
    { key: "invite", icon: MailPlus, title: t("intro.invite"), text: t("intro.invite_text") },
    { key: "track", icon: CalendarClock, title: t("intro.track"), text: t("intro.track_text") },
    { key: "offer", icon: Handshake, title: t("intro.offer"), text: t("intro.offer_text") },
  ];
  const isUnassigned = useIsUnassigned();
  if (open.isPending) return null;
  const create = canCreateJobs ? <LinkButton to={href("jobNew")}>{t("intro.create_job")}</LinkButton> : null;
  if (isUnassigned) {
    return <EmptyState text={t("common:unassigned.text")} hint={t("common:unassigned.hint")} action={create} />;
  }
  return (
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
      {create}
    </section>
  );
}
