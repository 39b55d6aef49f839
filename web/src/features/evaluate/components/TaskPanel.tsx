// Side panel of an entry: evaluation and file, with the selected quotation.
import { Button, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CriteriaList } from "@/entities/application/components/CriteriaList";
import { DifferenceNote } from "@/entities/application/components/DifferenceNote";
import { Dimensions } from "@/entities/application/components/Dimensions";
import { EngineNote } from "@/entities/application/components/EngineNote";
import { FallbackMark } from "@/entities/application/components/FallbackMark";
import { Flags } from "@/entities/application/components/Flags";
import { OwnScore } from "@/entities/application/components/OwnScore";
import { openQuestions, Questions } from "@/entities/application/components/Questions";
import { ResumeView } from "@/entities/application/components/resume/ResumeView";
import { ScoreBreakdown } from "@/entities/application/components/ScoreBreakdown";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { Section } from "@/entities/application/components/Section";
import { VerdictStrip } from "@/entities/application/components/VerdictStrip";
import { WorkTimeline } from "@/entities/application/components/WorkTimeline";
import { criterionOfMark } from "@/entities/application/evidence";
import { useLevelName } from "@/entities/application/level";
import { useCandidate } from "@/entities/application/queries";
import { shownScore } from "@/entities/application/score";
import { PersonLink } from "@/entities/person/components/PersonLink";
import { useReasonText } from "@/entities/task/reason";
import { TranslatableText } from "@/entities/translation/TranslatableText";
import type { BatchTask, BatchTaskDetail } from "@/lib/api/types";
import { SidePanel } from "@/ui/SidePanel";
import { QueryView } from "@/ui/states/QueryView";
import { useMedia } from "@/ui/theme/appearance";
import { ViewTabs } from "@/ui/ViewTabs";
import { useTask, useTaskFile } from "../api/actions";
import { useMarksOfEntry } from "../api/marksOfEntry";
import { FileName } from "./FileName";
import type { RowActions } from "./QueueRow";
import styles from "./TaskPanel.module.css";

export type PanelTab = "evaluation" | "file";

interface Props {
  task: BatchTask;
  tab: PanelTab;
  /** Index of the criterion whose quotation is shown first. */
  mark: number | null;
  onTab: (tab: PanelTab) => void;
  onClose: () => void;
  actions: Pick<RowActions, "retry" | "replace" | "remove" | "may">;
}

export function TaskPanel({ task: row, tab, mark, onTab, onClose, actions }: Props) {
  const { t } = useTranslation("evaluate");
  const detail = useTask(row.id);
  // The row may be of before its file was replaced.
  const task = { ...row, file_name: detail.data?.file_name ?? row.file_name };
  const source = useTaskFile()(task);
  const [quote, setQuote] = useState<{ taskId: string; text: string } | null>(null);
  const marked =
    mark === null
      ? null
      : (criterionOfMark(detail.data?.ai_eval?.criteria ?? [], row.strip.length, mark)?.quote ?? null);
  const shown = quote?.taskId === task.id ? quote.text : marked;
  // Evaluation and file side by side if there is room, else one at a time.
  const isSideBySide = useMedia("(min-width: 1280px)");
  const file = <ResumeView source={source} quote={shown} flags={detail.data?.ai_eval?.flags} />;
  const evaluation = (
    <QueryView query={detail} skeleton={<Skeleton active paragraph={{ rows: 10 }} />}>
      {(data) => (
        <Evaluation
          detail={data}
          quote={shown}
          actions={actions}
          onClose={onClose}
          onQuote={(text) => {
            // Reset first, so that the same quotation is scrolled to again.
            setQuote(null);
            requestAnimationFrame(() => setQuote({ taskId: task.id, text }));
            if (!isSideBySide) onTab("file");
          }}
        />
      )}
    </QueryView>
  );
  return (
    <SidePanel title={task.name ?? task.file_name} onClose={onClose} wide={isSideBySide}>
      <header className={styles.head}>
        <h2 className={styles.name}>
          {task.application_id ? (
            <Promoted task={task} id={task.application_id} />
          ) : (
            (task.name ?? <FileName path={task.file_name} />)
          )}
        </h2>
        <p className={styles.sub}>{subtitle(detail.data) || (task.name ? <FileName path={task.file_name} /> : "")}</p>
      </header>
      {isSideBySide ? (
        <div className={styles.columns}>
          <div className={styles.column}>{evaluation}</div>
          <div className={styles.column}>{file}</div>
        </div>
      ) : (
        <>
          <ViewTabs<PanelTab>
            className={styles.tabs ?? ""}
            value={tab}
            onChange={onTab}
            options={[
              { value: "evaluation", label: t("panel.evaluation") },
              { value: "file", label: t("panel.file") },
            ]}
          />
          {tab === "file" ? file : evaluation}
        </>
      )}
    </SidePanel>
  );
}

/** Already in the pipeline: the name links to the person. */
function Promoted({ task, id }: { task: BatchTask; id: string }) {
  const application = useCandidate(id).data;
  const name = task.name ?? task.file_name;
  return application ? (
    <PersonLink personId={application.person_id} applicationId={id}>
      {name}
    </PersonLink>
  ) : (
    name
  );
}

function subtitle(detail: BatchTaskDetail | undefined): string {
  const { current_position, current_company } = detail?.person ?? {};
  return [current_position, current_company].filter(Boolean).join(" · ");
}

function Evaluation(props: {
  detail: BatchTaskDetail;
  quote: string | null;
  actions: Props["actions"];
  onClose: () => void;
  onQuote: (quote: string) => void;
}) {
  const { t } = useTranslation(["evaluate", "evaluation"]);
  const levelName = useLevelName();
  const { detail } = props;
  const evaluation = detail.ai_eval;
  const marks = useMarksOfEntry(detail);
  if (!evaluation) return <NotEvaluated detail={detail} actions={props.actions} onClose={props.onClose} />;
  return (
    <>
      <div className={styles.result}>
        <ScoreText score={shownScore(evaluation.recommendationLevel, evaluation.overallScore)} size="large" />
        <div>
          <p className={styles.level}>
            {levelName(evaluation.recommendationLevel)}
            <FallbackMark className={styles.stoodIn} reason={evaluation.fallbackReason} />
            <OwnScore marks={marks} />
          </p>
          <VerdictStrip strip={evaluation.criteria} />
        </div>
      </div>
      <TranslatableText className={styles.summary} text={evaluation.summary} />
      <DifferenceNote differences={detail.differences} />
      <Flags flags={evaluation.flags} />
      <Section title={t("evaluation:section.criteria")}>
        <CriteriaList evaluation={evaluation} quote={props.quote} marks={marks} onQuote={props.onQuote} />
      </Section>
      <Section title={t("evaluation:section.dimensions")}>
        <Dimensions scores={evaluation.scores} criteria={evaluation.criteria} />
      </Section>
      <Section title={t("evaluation:section.sum")}>
        <ScoreBreakdown evaluation={evaluation} />
      </Section>
      {openQuestions(evaluation.criteria).length > 0 ? (
        <Section title={t("evaluation:section.questions")}>
          <Questions criteria={evaluation.criteria} />
        </Section>
      ) : null}
      <Section title={t("evaluation:section.work")}>
        <WorkTimeline experiences={detail.work_experiences} timeline={detail.timeline ?? null} />
      </Section>
      <EngineNote className={styles.engine} evaluation={evaluation} />
    </>
  );
}

function NotEvaluated(props: { detail: BatchTaskDetail; actions: Props["actions"]; onClose: () => void }) {
  const { detail, actions } = props;
  const { may } = actions;
  const { t } = useTranslation("evaluate");
  const reasonText = useReasonText();
  if (!detail.failure_reason) return <p className={styles.summary}>{t("panel.not_yet")}</p>;
  const { what, suggestion } = reasonText(detail.failure_reason, detail.error_category ?? "unknown");
  return (
    <div className={styles.summary}>
      <p>
        <strong>{what}</strong>
      </p>
      <p>{suggestion}</p>
      {detail.status === "failed" ? (
        <p className={styles.actions}>
          {may.replace ? <Button onClick={() => actions.replace(detail)}>{t("panel.replace")}</Button> : null}
          {may.retry && detail.retry_may_help ? (
            <Button onClick={() => actions.retry(detail)}>{t("panel.retry")}</Button>
          ) : null}
          {may.remove ? (
            <Button
              type="text"
              onClick={() => {
                actions.remove(detail);
                props.onClose();
              }}
            >
              {t("panel.delete")}
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
