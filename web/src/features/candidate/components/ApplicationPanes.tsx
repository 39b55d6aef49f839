// One application: evaluation, earlier evaluations, interviews, offers and activity, next to the resume.

import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { CandidateBody, CandidateHeader, CandidateSkeleton } from "@/entities/application/components/Candidate";
import { ResumeView } from "@/entities/application/components/resume/ResumeView";
import { useCandidate, useResumeSource } from "@/entities/application/queries";
import { useCanWriteEmails } from "@/entities/email/service";
import { useCan } from "@/entities/session/memberships";
import { lazyPart } from "@/ui/late/lazyPart";
import { QueryView } from "@/ui/states/QueryView";
import { useMedia } from "@/ui/theme/appearance";
import { ViewTabs } from "@/ui/ViewTabs";
import styles from "./ApplicationPanes.module.css";

type Tab = "evaluation" | "evaluations" | "records" | "emails" | "activity" | "resume";

// Loaded when their tab is opened.
const Activity = lazyPart(async () => ({ default: (await import("./Activity")).Activity }));
const EvaluationHistory = lazyPart(async () => ({ default: (await import("./EvaluationHistory")).EvaluationHistory }));
const Records = lazyPart(async () => ({ default: (await import("./Records")).Records }));
const CandidateEmails = lazyPart(async () => ({
  default: (await import("@/entities/email/components/CandidateEmails")).CandidateEmails,
}));

export function ApplicationPanes({ id, personId }: { id: string; personId: string }) {
  const { t } = useTranslation(["candidate", "review", "email"]);
  const isSideBySide = useMedia("(min-width: 1280px)");
  const application = useCandidate(id);
  const source = useResumeSource(id, application.data?.resume_file_name ?? "");
  const canSeeEvaluations = useCan("ai-review:view");
  const canWrite = useCanWriteEmails();
  const [tab, setTab] = useState<Tab>("evaluation");
  const [quote, setQuote] = useState<string | null>(null);
  const onQuote = (text: string) => {
    // Reset first, so that the same quotation is scrolled to again.
    setQuote(null);
    requestAnimationFrame(() => setQuote(text));
    if (!isSideBySide) setTab("resume");
  };
  const options: { value: Tab; label: string }[] = [
    { value: "evaluation", label: t("tab.evaluation") },
    ...(canSeeEvaluations ? [{ value: "evaluations" as const, label: t("tab.evaluations") }] : []),
    { value: "records", label: t("tab.records") },
    ...(canWrite ? [{ value: "emails" as const, label: t("email:history.title") }] : []),
    { value: "activity", label: t("tab.activity") },
    ...(isSideBySide ? [] : [{ value: "resume" as const, label: t("tab.resume") }]),
  ];
  const shown = isSideBySide && tab === "resume" ? "evaluation" : tab;
  const resume = application.data?.resume_id ? (
    <ResumeView source={source} quote={quote} flags={application.data.ai_eval?.flags} />
  ) : application.data ? (
    <p className={styles.none}>{t("review:no_resume")}</p>
  ) : null;
  return (
    <>
      <div className={styles.detail}>
        <QueryView query={application} skeleton={<CandidateSkeleton />}>
          {(detail) => (
            <>
              <CandidateHeader detail={detail} onQuote={onQuote} title={detail.job_title} />
              <ViewTabs<Tab> className={styles.tabs ?? ""} value={shown} onChange={setTab} options={options} />
              {shown === "evaluation" ? <CandidateBody detail={detail} quote={quote} onQuote={onQuote} /> : null}
              <Suspense key={shown} fallback={<CandidateSkeleton />}>
                {shown === "evaluations" ? <EvaluationHistory application={detail} onQuote={onQuote} /> : null}
                {shown === "records" ? <Records applicationId={id} /> : null}
                {shown === "emails" ? <CandidateEmails candidate={detail} /> : null}
                {shown === "activity" ? <Activity personId={personId} application={detail} /> : null}
              </Suspense>
              {shown === "resume" ? resume : null}
            </>
          )}
        </QueryView>
      </div>
      {isSideBySide ? <div className={styles.resume}>{resume}</div> : null}
    </>
  );
}
