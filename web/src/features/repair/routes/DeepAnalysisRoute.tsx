// /deep-analysis-v2: a candidate's career from their resumes, analyzed on request.
import { App, Button, Skeleton, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isAnalyzing, useAnalyze } from "@/entities/application/analysis";
import { WorkTimeline } from "@/entities/application/components/WorkTimeline";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { useJobId } from "@/entities/job/selection";
import { usePerson } from "@/entities/person/queries";
import { useFormats } from "@/i18n/format";
import type { AnalysisStatus, Resume, Task, Timeline } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { SearchSelect } from "@/ui/forms/SearchSelect";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useApplicants, useRepairTasks, useResumes, useWorkExperiences } from "../api/repair";
import styles from "../components/Repair.module.css";

export function DeepAnalysisRoute() {
  const { t } = useTranslation("repair");
  const [jobId] = useJobId();
  const [search, setSearch] = useState("");
  const [params, setParams] = useSearchParams();
  const person = params.get("person");
  const applicants = useApplicants(jobId, search);
  const listed = applicants.data?.items ?? [];
  // Who was opened by the address may be on none of the shown pages.
  const other = usePerson(person, person !== null && !listed.some(({ person_id }) => person_id === person)).data;
  const resumes = useResumes(person);
  return (
    <>
      <PageHeader title={t("analysis.title")} context={<JobSelector />} />
      <p className={styles.note}>{t("analysis.note")}</p>
      <div className={styles.choices}>
        <SearchSelect
          className={styles.choice ?? ""}
          aria-label={t("analysis.candidate")}
          placeholder={t("analysis.candidate")}
          disabled={!jobId}
          loading={applicants.isFetching}
          value={person}
          onChange={(chosen) => setParams({ ...Object.fromEntries(params), person: chosen }, { replace: true })}
          onSearch={setSearch}
          options={[
            ...(other && other.id === person ? [{ value: other.id, label: other.name ?? t("unnamed") }] : []),
            ...listed.map((item) => ({ value: item.person_id, label: item.person.name ?? t("unnamed") })),
          ]}
        />
      </div>
      {person === null ? (
        <EmptyState text={t("analysis.choose")} />
      ) : (
        <QueryView query={resumes} skeleton={<Skeleton active paragraph={{ rows: 4 }} />}>
          {(page) =>
            page.items.length === 0 ? (
              <EmptyState text={t("analysis.no_resume")} />
            ) : (
              <ul className={styles.list}>
                {page.items.map((resume) => (
                  <ResumeRow key={resume.id} resume={resume} />
                ))}
              </ul>
            )
          }
        </QueryView>
      )}
    </>
  );
}

interface Found {
  periodCount: number;
  totalYears: number;
  hasGaps: boolean;
  hasOverlap: boolean;
  gaps: Timeline["gaps"];
  overlaps: Timeline["overlaps"];
}

/** The result of a resume's latest finished analysis. */
function foundOf(tasks: readonly Task[], resumeId: string): Found | null {
  for (const { result } of tasks) {
    const value = result as (Partial<Found> & { resume_id?: unknown }) | null | undefined;
    if (value?.resume_id !== resumeId) continue;
    const { periodCount = 0, totalYears = 0, hasGaps = false, hasOverlap = false, gaps = [], overlaps = [] } = value;
    return { periodCount, totalYears, hasGaps, hasOverlap, gaps, overlaps };
  }
  return null;
}

function ResumeRow({ resume }: { resume: Resume }) {
  const { t } = useTranslation("repair");
  const { message } = App.useApp();
  const format = useFormats();
  const errorText = useErrorText();
  const analyze = useAnalyze();
  const tasks = useRepairTasks("resume.analyze");
  const employments = useWorkExperiences(resume.id);
  const found = resume.analysis_status === "completed" ? foundOf(tasks.data?.items ?? [], resume.id) : null;
  const states: Record<AnalysisStatus, string> = {
    pending: t("analysis.pending"),
    processing: t("analysis.processing"),
    completed: t("analysis.completed"),
    failed: t("analysis.failed"),
  };
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <strong>{resume.file_name}</strong>
        <Tag color={resume.analysis_status === "failed" ? "error" : "default"}>{states[resume.analysis_status]}</Tag>
        <span className={styles.soft}>{format.date(resume.created_at)}</span>
        <Button
          size="small"
          loading={analyze.isPending || isAnalyzing(resume.analysis_status)}
          onClick={() => analyze.mutate(resume.id, { onError: (error) => message.error(errorText(error)) })}
        >
          {t("analysis.start")}
        </Button>
      </div>
      {found ? (
        <p>
          {found.periodCount === 0
            ? t("analysis.no_data")
            : [
                t("analysis.years", { years: format.number(found.totalYears) }),
                t("analysis.periods", { count: found.periodCount }),
                found.hasGaps ? t("analysis.gaps") : t("analysis.no_gaps"),
                found.hasOverlap ? t("analysis.overlaps") : t("analysis.no_overlaps"),
              ].join(" · ")}
        </p>
      ) : null}
      {employments.data && employments.data.items.length > 0 ? (
        <WorkTimeline
          experiences={employments.data.items}
          timeline={found ? { gaps: found.gaps, overlaps: found.overlaps, total_months: found.totalYears * 12 } : null}
        />
      ) : null}
    </li>
  );
}
