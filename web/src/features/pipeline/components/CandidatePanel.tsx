// Side panel of a candidate: evaluation, career, history and resume.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CandidateBody, CandidateHeader, CandidateSkeleton } from "@/entities/application/components/Candidate";
import { ResumeView } from "@/entities/application/components/resume/ResumeView";
import { useCandidate, useResumeSource } from "@/entities/application/queries";
import { CandidateEmails } from "@/entities/email/components/CandidateEmails";
import { CandidateInterviews } from "@/entities/interview/components/CandidateInterviews";
import { SidePanel } from "@/ui/SidePanel";
import { QueryView } from "@/ui/states/QueryView";
import { ViewTabs } from "@/ui/ViewTabs";
import styles from "./CandidatePanel.module.css";

type Tab = "evaluation" | "resume" | "interviews" | "emails";

export function CandidatePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["pipeline", "review", "interview", "email"]);
  const candidate = useCandidate(id);
  const source = useResumeSource(id, candidate.data?.resume_file_name ?? "");
  const [quote, setQuote] = useState<string | null>(null);
  const [tab, setTab] = useState<Tab>("evaluation");
  const onQuote = (text: string) => {
    setQuote(text);
    setTab("resume");
  };
  return (
    <SidePanel title={candidate.data?.person.name ?? t("panel.title")} onClose={onClose}>
      <QueryView query={candidate} skeleton={<CandidateSkeleton />}>
        {(detail) => (
          <>
            <CandidateHeader detail={detail} onQuote={onQuote} />
            <ViewTabs<Tab>
              className={styles.tabs ?? ""}
              value={tab}
              onChange={setTab}
              options={[
                { value: "evaluation", label: t("review:tab.evaluation") },
                { value: "resume", label: t("review:tab.resume") },
                { value: "interviews", label: t("interview:side.records") },
                { value: "emails", label: t("email:history.title") },
              ]}
            />
            {tab === "emails" ? (
              <CandidateEmails candidate={detail} />
            ) : tab === "interviews" ? (
              <CandidateInterviews detail={detail} />
            ) : tab === "evaluation" ? (
              <CandidateBody detail={detail} quote={quote} onQuote={onQuote} />
            ) : detail.resume_id ? (
              <ResumeView source={source} quote={quote} />
            ) : (
              <p>{t("review:no_resume")}</p>
            )}
          </>
        )}
      </QueryView>
    </SidePanel>
  );
}
