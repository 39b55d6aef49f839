// Employments in the resume, and the state of their analysis.
import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCanEditPeople } from "@/entities/person/queries";
import { useFormats } from "@/i18n/format";
import type { AnalysisStatus, ApplicationDetail } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { isAnalyzing, useAnalyze } from "../analysis";
import { WorkTimeline } from "./WorkTimeline";
import styles from "./WorkTimeline.module.css";

const TENTHS_OF_YEAR = 10;
const MONTHS = 12;

export function WorkAnalysis({ detail }: { detail: ApplicationDetail }) {
  const { t } = useTranslation("evaluation");
  const { message } = App.useApp();
  const formats = useFormats();
  const errorText = useErrorText();
  const canAnalyze = useCanEditPeople();
  const analyze = useAnalyze();
  const { resume_id, analysis_status: status, work_experiences, timeline } = detail;
  const found = [
    t("work.total", {
      years: formats.number(Math.round((timeline.total_months / MONTHS) * TENTHS_OF_YEAR) / TENTHS_OF_YEAR),
    }),
    t("work.gaps", { count: timeline.gaps.length }),
    t("work.overlaps", { count: timeline.overlaps.length }),
  ].join(" · ");
  const states: Record<AnalysisStatus, string> = {
    pending: t("work.state.pending"),
    processing: t("work.state.processing"),
    completed: timeline.total_months > 0 ? found : t("work.state.no_data"),
    failed: t("work.state.failed"),
  };
  return (
    <>
      {resume_id && status ? (
        <p className={styles.analysis} data-failed={status === "failed"} role="status">
          <span>{states[status]}</span>
          {canAnalyze ? (
            <Button
              size="small"
              type="text"
              loading={analyze.isPending || isAnalyzing(status)}
              onClick={() => analyze.mutate(resume_id, { onError: (error) => void message.error(errorText(error)) })}
            >
              {status === "failed" ? t("work.state.retry") : t("work.state.analyze")}
            </Button>
          ) : null}
        </p>
      ) : null}
      <WorkTimeline experiences={work_experiences} timeline={timeline} />
    </>
  );
}
