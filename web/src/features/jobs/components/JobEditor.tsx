// Edits a job. Sends only my changes, with the version they are based on; asks before leaving with unsaved changes.

import { Alert, App, Button, Form, Input, Select, Switch } from "antd";
import { ArrowLeft, Ellipsis } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { UsageLine } from "@/entities/ai/components/UsageLine";
import { useJobCriteria } from "@/entities/job/criteria";
import { useInterviewLocations } from "@/entities/job/locations";
import { EMPTY_JOB, type JobText, statusOf, textOf, useSaveJob } from "@/entities/job/queries";
import { Can } from "@/entities/session/components/Can";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import { ApiProblem } from "@/lib/api/problem";
import type { Job, Phrase } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { LinkButton } from "@/ui/LinkButton";
import { lazyPart } from "@/ui/late/lazyPart";
import { MenuButton } from "@/ui/MenuButton";
import { PageHeader } from "@/ui/PageHeader";
import { StageTag } from "@/ui/StageTag";
import { protectedIn, wordsOf } from "../logic/confirm";
import { DRAFT_FIELDS, DraftButton, type DraftField } from "./DraftButton";
import { EvaluateAgainNotice } from "./EvaluateAgainNotice";
import styles from "./JobEditor.module.css";
import { PhraseMark } from "./PhraseMark";
import { ProtectedMarks } from "./ProtectedMarks";
import { ProtectedNotes } from "./ProtectedNotes";
import { QuestionPreview } from "./QuestionPreview";
import { RubricPanel } from "./RubricPanel";
import { SubmissionEmailField } from "./SubmissionEmailField";
import { useJobActions } from "./useJobActions";
import { useJobDraft } from "./useJobDraft";

const HiringTeam = lazyPart(async () => ({ default: (await import("./HiringTeam")).HiringTeam }));

type JobField = keyof JobText;
type LineField = Exclude<JobField, "is_active" | "blind_mode" | "location_ids">;
type Required = "title" | "jd";

/** The fields that affect evaluations. */
const JUDGED_BY = ["title", "core_requirement", "jd", "ai_evaluation_criteria", "blind_mode"] as const;

const isJudged = (field: string): field is Phrase["field"] =>
  JUDGED_BY.some((name) => name === field) && field !== "blind_mode";
const isBlank = (text: string) => text.trim() === "";
const asSaved = (job: Job) => ({ saved: textOf(job), version: job.version });

function isJob(row: unknown): row is Job {
  return typeof row === "object" && row !== null && "version" in row && "jd" in row;
}

/** `template`: the job that a new one copies. */
export function JobEditor({ job, template = null }: { job: Job | null; template?: Job | null }) {
  const { t } = useTranslation(["jobs", "common"]);
  const navigate = useNavigate();
  const { message } = App.useApp();
  const errorText = useErrorText();
  const actions = useJobActions(() => void navigate(href("jobs")));
  const mutation = useSaveJob(job?.id ?? null);
  const created = useRef<string | null>(null);
  const needed = job ? "jobs:edit" : "jobs:create";
  const canWrite = useCan(needed);
  const canOpenEvaluate = useCanOpenPage("evaluate");
  const canDraft = useCan("jobs:execute");
  const canEvaluate = useCan("evaluate:execute");
  const [isJudgedOtherwise, setIsJudgedOtherwise] = useState(false);
  const locations = useInterviewLocations();
  const [team, setTeam] = useState<string[]>([]);
  const [drafting, setDrafting] = useState<DraftField | null>(null);
  const [phrase, setPhrase] = useState<Phrase | null>(null);
  const [missing, setMissing] = useState<readonly Required[]>([]);
  const form = useServerForm<JobText>({
    ...(job ? asSaved(job) : { saved: EMPTY_JOB, version: 0 }),
    save: async (changes, version) => {
      const answer = await mutation.mutateAsync({ changes, version: job ? Number(version) : null, team });
      created.current = answer.id;
      return asSaved(answer);
    },
    readCurrent: (row) => (isJob(row) ? asSaved(row) : null),
    canSave: canWrite,
  });
  const { value, isDirty } = form;
  const reading = useJobCriteria(value);
  const draftKept = useJobDraft(job === null && template === null, form);

  const start = useEffectEvent(() => {
    if (template) {
      const title = t("copied_title", { title: template.title });
      form.edit({ ...textOf(template), title, submission_email: "", is_active: true });
    }
  });
  useEffect(() => start(), []);

  const set = <Name extends JobField>(field: Name, next: JobText[Name]) => {
    form.edit({ [field]: next } as Partial<JobText>);
    // The phrase's position may contain other text now.
    setPhrase(null);
    setMissing((former) => former.filter((name) => name !== field));
  };

  const changesJudging = job !== null && JUDGED_BY.some((field) => value[field] !== textOf(job)[field]);
  const submit = async () => {
    const blank = (["title", "jd"] as const).filter((field) => isBlank(value[field]));
    setMissing(blank);
    if (blank[0]) {
      document.getElementById(`job-${blank[0]}`)?.focus();
      return;
    }
    if (!(await form.submit())) return;
    message.success(t("saved"));
    if (changesJudging) setIsJudgedOtherwise(true);
    if (job || !created.current) return;
    draftKept.forget();
    form.guard.release();
    void navigate(href("job", { id: created.current }), { replace: true });
  };

  const taken = form.error instanceof ApiProblem ? (form.error.current as { title?: string } | null) : null;
  const errorOf = (field: JobField): string | undefined => {
    if (missing.some((name) => name === field)) {
      return field === "title" ? t("field.title_required") : t("field.jd_required");
    }
    const refused = form.fieldErrors[field];
    return refused && field === "submission_email" && taken?.title
      ? t("field.email_taken", { title: taken.title })
      : refused;
  };
  const labels: Record<JobField, string> = {
    title: t("field.title"),
    core_requirement: t("field.core"),
    ai_evaluation_criteria: t("field.criteria"),
    jd: t("field.jd"),
    ai_interview_questions: t("field.questions"),
    company_name: t("field.company"),
    recruiter_name: t("field.recruiter"),
    submission_email: t("field.submission"),
    location_ids: t("field.locations"),
    is_active: t("field.active"),
    blind_mode: t("field.blind"),
  };
  const item = (field: JobField, control: ReactNode, hint?: string, required = false, extra: ReactNode = null) => {
    const error = errorOf(field);
    return (
      <Field
        label={labels[field]}
        htmlFor={`job-${field}`}
        tooltip={hint}
        required={required}
        error={error}
        extra={extra}
      >
        {control}
      </Field>
    );
  };
  const draft = (kind: "jd" | "criteria" | "questions") =>
    canDraft && canWrite ? (
      <DraftButton kind={kind} text={value} label={labels[DRAFT_FIELDS[kind]]} onText={set} onWorking={setDrafting} />
    ) : null;
  const notesOf = (field: Phrase["field"]) => (
    <ProtectedNotes
      phrases={protectedIn(reading, field, value[field])}
      wordsOf={({ source }) => wordsOf(value, source)}
    />
  );
  const area = (field: LineField, minRows: number, maxRows: number, placeholder: string) => (
    <div className={styles.marked}>
      <Input.TextArea
        id={`job-${field}`}
        readOnly={!canWrite || drafting === field}
        aria-busy={drafting === field}
        autoSize={{ minRows, maxRows }}
        placeholder={placeholder}
        value={value[field]}
        onChange={(event) => set(field, event.target.value)}
      />
      {isJudged(field) ? (
        <ProtectedMarks
          areaId={`job-${field}`}
          text={value[field]}
          phrases={protectedIn(reading, field, value[field])}
        />
      ) : null}
      {phrase?.field === field ? (
        <PhraseMark areaId={`job-${field}`} text={value[field]} start={phrase.start} end={phrase.end} />
      ) : null}
    </div>
  );
  const line = (field: LineField) => (
    <Input
      id={`job-${field}`}
      readOnly={!canWrite}
      maxLength={200}
      value={value[field]}
      onChange={(event) => set(field, event.target.value)}
    />
  );

  const inWords = (content: string | boolean | readonly string[]) => {
    if (typeof content === "boolean") return content ? t("common:conflict.on") : t("common:conflict.off");
    if (typeof content === "string") return content;
    const names = locations.data?.filter(({ id }) => content.includes(id)).map(({ name }) => name);
    return names?.join(", ") ?? "";
  };
  const items = job ? actions.items(job) : [];
  const evaluable = job !== null && statusOf(job) === "active" && canOpenEvaluate;
  return (
    <>
      <Link to={href("jobs")} className={styles.back}>
        <ArrowLeft size={15} aria-hidden="true" />
        {t("title")}
      </Link>
      <PageHeader
        title={job ? job.title : t("new")}
        context={
          job ? (
            <>
              <Status job={job} />
              <UsageLine of={{ job_id: job.id }} className={styles.usage} />
            </>
          ) : draftKept.isKept ? (
            <span>{t("draft.kept")}</span>
          ) : null
        }
        actions={
          <>
            {evaluable ? (
              <LinkButton type={isDirty ? "default" : "primary"} to={href("evaluate", { job_id: job.id })}>
                {t("evaluate")}
              </LinkButton>
            ) : null}
            <Can permission={needed} fallback="disable">
              <Button
                type={isDirty || !evaluable ? "primary" : "default"}
                loading={form.isSaving}
                disabled={job !== null && !isDirty}
                onClick={() => void submit()}
              >
                {job ? t("save") : t("create")}
              </Button>
            </Can>
            {job && items.length > 0 ? (
              <MenuButton
                items={items}
                placement="bottomRight"
                icon={<Ellipsis size={18} aria-hidden="true" />}
                aria-label={t("more", { title: job.title })}
              />
            ) : null}
          </>
        }
      />
      {form.error && Object.keys(form.fieldErrors).length === 0 ? (
        <Alert className={styles.alert ?? ""} type="error" title={errorText(form.error)} showIcon />
      ) : null}
      {draftKept.isRestored ? (
        <Alert
          className={styles.alert ?? ""}
          type="info"
          showIcon
          title={t("draft.restored")}
          action={
            <Button size="small" onClick={draftKept.discard}>
              {t("draft.discard")}
            </Button>
          }
        />
      ) : null}
      {job && isJudgedOtherwise && canEvaluate && !job.is_deleted && job.total_applications > 0 ? (
        <EvaluateAgainNotice job={job} onClose={() => setIsJudgedOtherwise(false)} />
      ) : null}
      <FormNotices form={form} labels={labels} inWords={inWords} />
      <div className={styles.columns}>
        <Form layout="vertical" variant={canWrite ? "outlined" : "filled"} onFinish={() => void submit()}>
          {item(
            "title",
            <Input
              id="job-title"
              readOnly={!canWrite}
              aria-required
              size="large"
              autoFocus={!job}
              maxLength={200}
              placeholder={t("field.title_placeholder")}
              value={value.title}
              onChange={(event) => set("title", event.target.value)}
            />,
            undefined,
            true,
          )}
          {notesOf("title")}
          {item("core_requirement", area("core_requirement", 2, 8, t("field.core_placeholder")), t("field.core_hint"))}
          {notesOf("core_requirement")}
          {item(
            "ai_evaluation_criteria",
            area("ai_evaluation_criteria", 4, 16, t("field.criteria_placeholder")),
            t("field.criteria_hint"),
            false,
            draft("criteria"),
          )}
          {notesOf("ai_evaluation_criteria")}
          {item("jd", area("jd", 8, 28, t("field.jd_placeholder")), undefined, true, draft("jd"))}
          {notesOf("jd")}
          {item(
            "ai_interview_questions",
            area("ai_interview_questions", 4, 20, t("field.questions_placeholder")),
            t("field.questions_hint"),
            false,
            draft("questions"),
          )}
          <QuestionPreview markdown={value.ai_interview_questions} />
          <div className={styles.pair}>
            {item("company_name", line("company_name"))}
            {item("recruiter_name", line("recruiter_name"), t("field.recruiter_hint"))}
          </div>
          {item(
            "location_ids",
            <Select<string[]>
              id="job-location_ids"
              mode="multiple"
              disabled={!canWrite}
              optionFilterProp="label"
              placeholder={t("field.locations_placeholder")}
              value={value.location_ids}
              onChange={(next) => set("location_ids", next)}
              options={(locations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />,
          )}
          <Suspense>{job === null && canWrite ? <HiringTeam value={team} onChange={setTeam} /> : null}</Suspense>
          <div className={styles.pair}>
            {item(
              "submission_email",
              <SubmissionEmailField
                id="job-submission_email"
                job={job}
                value={value.submission_email}
                readOnly={!canWrite}
                onChange={(next) => set("submission_email", next)}
              />,
              t("field.submission_hint"),
            )}
            {item(
              "is_active",
              <Switch
                id="job-is_active"
                disabled={!canWrite || job?.is_deleted === true}
                checked={value.is_active}
                onChange={(next) => set("is_active", next)}
              />,
            )}
          </div>
          {item(
            "blind_mode",
            <Switch
              id="job-blind_mode"
              disabled={!canWrite}
              checked={value.blind_mode}
              onChange={(next) => set("blind_mode", next)}
            />,
            t("field.blind_hint"),
          )}
        </Form>
        <RubricPanel
          text={value}
          jobId={job?.id ?? null}
          reading={reading}
          isUnsaved={changesJudging}
          onPoint={setPhrase}
          onChanged={() => setIsJudgedOtherwise(true)}
        />
      </div>
      {actions.dialog}
    </>
  );
}

function Status({ job }: { job: Job }) {
  const { t } = useTranslation("jobs");
  switch (statusOf(job)) {
    case "active":
      return <StageTag tone="good">{t("status.active")}</StageTag>;
    case "inactive":
      return <StageTag>{t("status.inactive")}</StageTag>;
    case "archived":
      return <StageTag>{t("status.archived")}</StageTag>;
  }
}
