// An interview in progress: the candidate, and the questions with notes, saved continuously.

import { App, Button, Modal } from "antd";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { CandidateBody, CandidateHeader } from "@/entities/application/components/Candidate";
import { ResumeView } from "@/entities/application/components/resume/ResumeView";
import { useOwnMarks } from "@/entities/application/ownMarks";
import { useResumeSource } from "@/entities/application/queries";
import { InterviewRecords } from "@/entities/interview/components/InterviewRecords";
import { useSaveSession, VERDICTS_KEY } from "@/entities/interview/sessions";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import type { ApplicationDetail, InterviewGuide } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { registerUnsaved } from "@/ui/forms/unsavedStore";
import { lazyPart } from "@/ui/late/lazyPart";
import { useIsPhone } from "@/ui/theme/appearance";
import { usePageTitle } from "@/ui/usePageTitle";
import { ViewTabs } from "@/ui/ViewTabs";
import { useInterviewDraft } from "../api/draft";
import { sectionsOf } from "../api/guide";
import { addQuestions, typedTexts } from "../logic/draft";
import type { DraftState, DraftView } from "../logic/draftSync";
import styles from "./Cockpit.module.css";
import { FollowUpsButton } from "./FollowUpsButton";
import { QuestionForm } from "./QuestionForm";
import { Timer } from "./Timer";

const SaveDialog = lazyPart(async () => ({ default: (await import("./SaveDialog")).SaveDialog }), "overlay");

type Side = "questions" | "resume" | "evaluation" | "records";

interface Props {
  detail: ApplicationDetail;
  guide: InterviewGuide;
  scheduleId: string | null;
}

export function Cockpit({ detail, guide, scheduleId }: Props) {
  const { t } = useTranslation(["interview", "review"]);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const { session } = useCurrentOrganization();
  const canReview = useCan("schedule:review");
  const canSchedule = useCan("pipeline:schedule");
  const canInterview = canReview || canSchedule;
  const canOpenPipeline = useCanOpenPage("pipeline");
  const { sync, view } = useInterviewDraft(detail.id);
  const { content, state } = view;
  const source = useResumeSource(detail.id, detail.resume_file_name ?? "");
  const [side, setSide] = useState<Side>(phone ? "questions" : "resume");
  const [quote, setQuote] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const save = useSaveSession();
  const name = detail.person.name ?? t("nameless");
  usePageTitle(t("title", { name }));
  const criteria = detail.ai_eval?.criteria ?? [];
  const marks = useOwnMarks(detail.ai_eval ? detail.id : null);
  const sections =
    content?.sections ?? sectionsOf(guide, criteria, { untitled: t("questions.untitled"), open: t("questions.open") });
  const isUnsent = state === "saving" || state === "local" || state === "unsaved";
  useEffect(() => (isUnsent ? registerUnsaved() : undefined), [isUnsent]);

  const onQuote = (text: string) => {
    setQuote(text);
    setSide("resume");
  };
  const leave = () => navigate(href("schedule"));
  // Where the next step is decided: the interview's panel, or else the candidate's.
  const goOn = () => {
    if (scheduleId) return navigate(href("schedule", { id: scheduleId }));
    return canOpenPipeline ? navigate(href("pipeline", { job_id: detail.job_id, id: detail.id })) : leave();
  };
  const start = () =>
    sync.start({
      interviewer_name: session.user.full_name,
      started_at: new Date().toISOString(),
      sections,
      answers: {},
      verdicts: {},
      adhoc_notes: "",
      overall_evaluation: "",
    });
  const keep = async (interviewer_name: string, mark_completed: boolean) => {
    if (!content) return;
    await sync.pause();
    const latest = sync.view().content ?? content;
    try {
      await save.mutateAsync({
        application_id: detail.id,
        schedule_id: scheduleId,
        interviewer_name,
        // The schema calls any JSON object `Record<string, never>`.
        question_snapshot: { sections: latest.sections } as unknown as Record<string, never>,
        notes_by_question: { ...latest.answers, [VERDICTS_KEY]: latest.verdicts } as unknown as Record<string, never>,
        adhoc_notes: latest.adhoc_notes,
        overall_evaluation: latest.overall_evaluation,
        started_at: latest.started_at,
        ended_at: new Date().toISOString(),
        mark_completed,
      });
      sync.forget();
      message.success(t("save.done"));
      await goOn();
    } catch (error) {
      sync.resume();
      message.error(t("save.failed", { why: errorText(error) }), 6);
    }
  };
  const discard = async () => {
    try {
      await sync.discard();
      await leave();
    } catch (error) {
      message.error(t("exit.discard_failed", { why: errorText(error) }), 6);
    }
  };

  const form = (
    <QuestionForm
      sections={sections}
      content={content}
      isReadOnly={!canInterview}
      criteria={criteria}
      marks={marks}
      onEdit={(change) => sync.edit(change)}
      onQuote={onQuote}
    >
      {canInterview && criteria.length > 0 ? (
        <div>
          <FollowUpsButton
            applicationId={detail.id}
            isOff={content === null}
            onAsk={() => sync.flush()}
            onQuestions={(questions) =>
              sync.edit((latest) => ({
                ...latest,
                sections: addQuestions(latest.sections, t("follow_ups.title"), questions),
              }))
            }
          />
        </div>
      ) : null}
    </QuestionForm>
  );
  return (
    <div className={styles.cockpit}>
      <header className={styles.head}>
        <div className={styles.who}>
          <h1>{name}</h1>
          <p>
            {detail.job_title} · {t("round", { round: guide.round_number })}
          </p>
        </div>
        {content ? <Timer since={content.started_at} /> : null}
        <SaveState view={view} />
        <div className={styles.actions}>
          {content ? (
            <>
              <Button onClick={() => setLeaving(true)}>{t("exit.action")}</Button>
              <Button type="primary" disabled={!canInterview} onClick={() => setSaving(true)}>
                {t("save.finish")}
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => void leave()}>{t("exit.action")}</Button>
              {canInterview ? (
                <Button type="primary" disabled={state === "opening"} onClick={start}>
                  {t("start")}
                </Button>
              ) : null}
            </>
          )}
        </div>
      </header>
      {content && !canInterview ? (
        <PermissionLostNotice fields={typedTexts(content, { adhoc: t("adhoc"), overall: t("overall") })} />
      ) : null}
      <div className={styles.panes}>
        <section className={styles.side} aria-label={t("side.label")}>
          <ViewTabs<Side>
            className={styles.tabs ?? ""}
            value={side}
            onChange={setSide}
            options={[
              ...(phone ? [{ value: "questions" as const, label: t("side.questions") }] : []),
              { value: "resume", label: t("review:tab.resume") },
              { value: "evaluation", label: t("review:tab.evaluation") },
              { value: "records", label: t("side.records") },
            ]}
          />
          <div className={styles.sideBody}>
            {phone && side === "questions" ? (
              <>
                {content || !canInterview ? null : <p className={styles.hint}>{t("start_hint")}</p>}
                {form}
              </>
            ) : null}
            {side === "resume" ? (
              detail.resume_id ? (
                <ResumeView source={source} quote={quote} flags={detail.ai_eval?.flags} />
              ) : (
                <p>{t("review:no_resume")}</p>
              )
            ) : null}
            {side === "evaluation" ? (
              <>
                <CandidateHeader detail={detail} onQuote={onQuote} />
                <CandidateBody detail={detail} quote={quote} onQuote={onQuote} />
              </>
            ) : null}
            {side === "records" ? <InterviewRecords applicationId={detail.id} /> : null}
          </div>
        </section>
        {phone ? null : (
          <section className={styles.questions} aria-label={t("side.questions")}>
            {content || !canInterview ? null : <p className={styles.hint}>{t("start_hint")}</p>}
            {form}
          </section>
        )}
      </div>
      {saving && content ? (
        <Suspense fallback={null}>
          <SaveDialog
            name={content.interviewer_name}
            hasEvaluation={content.overall_evaluation.trim() !== ""}
            isSaving={save.isPending}
            onCancel={() => setSaving(false)}
            onSave={(interviewer, markCompleted) => void keep(interviewer, markCompleted)}
          />
        </Suspense>
      ) : null}
      <Modal
        open={leaving}
        width={440}
        title={t("exit.title")}
        onCancel={() => setLeaving(false)}
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>{t("dialog.cancel")}</Button>
            <Button danger disabled={!canInterview} onClick={() => void discard()}>
              {t("exit.discard")}
            </Button>
            <Button
              type="primary"
              disabled={!canInterview}
              onClick={() => {
                setLeaving(false);
                setSaving(true);
              }}
            >
              {t("exit.save")}
            </Button>
          </>
        }
      >
        <p>{t("exit.text")}</p>
      </Modal>
    </div>
  );
}

/** Where the draft is saved. */
function SaveState({ view: { state, refusal } }: { view: DraftView }) {
  const { t } = useTranslation("interview");
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const why = refusal ? (Object.values(fieldErrors(refusal))[0] ?? errorText(refusal)) : null;
  const texts: Partial<Record<DraftState, string>> = {
    saved: t("state.saved"),
    saving: t("state.saving"),
    local: why ? t("state.refused", { why }) : t("state.local"),
    unsaved: why ? t("state.refused_unsaved", { why }) : t("state.unsaved"),
  };
  return (
    <span className={styles.state} role="status" data-local={state === "local" || state === "unsaved"}>
      {texts[state]}
    </span>
  );
}
