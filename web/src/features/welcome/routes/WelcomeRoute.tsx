// /welcome: pending items, the next step for the user's role, and how to read the results.
import { useTranslation } from "react-i18next";
import { ModelOffer } from "@/entities/ai/components/ModelOffer";
import { useStoredJob } from "@/entities/job/selection";
import { MyInvitations } from "@/entities/session/components/MyInvitations";
import { useCan, useCanOpenPage, useIsUnassigned } from "@/entities/session/memberships";
import { useCurrentOrganization, useHasCurrentOrganization } from "@/entities/session/session";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { usePageTitle } from "@/ui/usePageTitle";
import { type PendingItems, usePendingItems } from "../api/pendingItems";
import { Legend } from "../components/Legend";
import { NewcomerPanel } from "../components/NewcomerPanel";
import { NextInterviews } from "../components/NextInterviews";
import { OnboardingNotice } from "../components/OnboardingNotice";
import { PendingItemList } from "../components/PendingItemList";
import { RoleGuide } from "../components/RoleGuide";
import { nextStep, type Step, stepsFor } from "../logic/steps";
import styles from "./WelcomeRoute.module.css";

export function WelcomeRoute() {
  return useHasCurrentOrganization() ? <Welcome /> : <NewcomerPanel />;
}

function Welcome() {
  const { t } = useTranslation(["welcome", "shell", "common"]);
  const { session, membership } = useCurrentOrganization();
  usePageTitle(t("page"));
  const pending = usePendingItems();
  const steps = stepsFor(membership);
  const hasSchedule = [useCanOpenPage("schedule"), useCan("schedule:view")].every(Boolean);
  // Interviewers are given interviews rather than jobs.
  const lacksJobs = useIsUnassigned() && membership.role !== "interviewer";
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("title", { name: session.user.full_name || session.user.email })}</h1>
      <p className={styles.lead}>
        {steps.length === 3
          ? t("lead")
          : t("lead_role", { organization: membership.organization.name, role: t(`shell:role.${membership.role}`) })}
      </p>
      <MyInvitations />
      {lacksJobs ? (
        <p className={styles.unassigned} role="status">
          <strong>{t("common:unassigned.text")}</strong> {t("common:unassigned.hint")}
        </p>
      ) : null}
      <OnboardingNotice />
      {steps.length > 0 ? (
        <>
          <PendingItemList pending={pending} />
          <Steps steps={steps} pending={pending} />
          <ModelOffer />
          <Legend />
        </>
      ) : (
        <>
          {hasSchedule ? <NextInterviews /> : null}
          <RoleGuide />
        </>
      )}
    </div>
  );
}

function Steps({ steps, pending }: { steps: readonly Step[]; pending: PendingItems }) {
  const { t } = useTranslation("welcome");
  const { permissions } = useCurrentOrganization().membership;
  const jobId = useStoredJob();
  const next =
    pending.isReady && pending.hasJob !== undefined ? nextStep(steps, pending.hasJob, pending.toReview) : undefined;
  const canCreate = pending.hasJob === false && permissions.includes("jobs:create");
  const shown: Record<Step, { title: string; text: string; action: string; to: string }> = {
    job: {
      title: t("job.title"),
      text: t("job.text"),
      action: canCreate ? t("job.action") : t("job.action_done"),
      to: canCreate ? href("jobNew") : href("jobs"),
    },
    evaluate: {
      title: t("evaluate.title"),
      text: t("evaluate.text"),
      action: t("evaluate.action"),
      to: href("evaluate", { job_id: jobId }),
    },
    review: {
      title: t("review.title"),
      text: t("review.text"),
      action: t("review.action"),
      to: href("aiReview", { job_id: jobId }),
    },
  };
  return (
    <ol className={styles.steps} data-count={steps.length}>
      {steps.map((step) => (
        <li key={step}>
          <h2>{shown[step].title}</h2>
          <p>{shown[step].text}</p>
          <LinkButton type={step === next ? "primary" : "default"} to={shown[step].to}>
            {shown[step].action}
          </LinkButton>
        </li>
      ))}
    </ol>
  );
}
