// All evaluations of the person, for this and other jobs; re-evaluation, also for another job.
import { App, Button, Select, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EvaluationTimingField } from "@/entities/ai/components/EvaluationTimingField";
import { CriteriaList } from "@/entities/application/components/CriteriaList";
import { EngineNote } from "@/entities/application/components/EngineNote";
import { FallbackMark } from "@/entities/application/components/FallbackMark";
import { ScoreBreakdown } from "@/entities/application/components/ScoreBreakdown";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { VerdictStrip } from "@/entities/application/components/VerdictStrip";
import { useEvaluateAgain, useEvaluations } from "@/entities/application/evaluations";
import { useLevelName } from "@/entities/application/level";
import { wholeScore } from "@/entities/application/score";
import { useJobSearch } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { TranslatableText } from "@/entities/translation/TranslatableText";
import { useFormats } from "@/i18n/format";
import type { ApplicationDetail, Evaluation, EvaluationTiming } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { StageTag } from "@/ui/StageTag";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useTypedSearch } from "@/ui/useTypedSearch";
import styles from "./EvaluationHistory.module.css";

interface Props {
  application: ApplicationDetail;
  onQuote: (quote: string) => void;
}

export function EvaluationHistory({ application, onQuote }: Props) {
  const { t } = useTranslation("candidate");
  const evaluations = useEvaluations(application.id);
  const canEvaluate = useCan("evaluate:execute");
  return (
    <div className={styles.view}>
      {canEvaluate && application.resume_id ? <EvaluateAgain application={application} /> : null}
      <QueryView query={evaluations} skeleton={<Skeleton active />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={t("evaluations.none")} />
          ) : (
            <ol>
              {items.map((evaluation, at) => (
                <PastEvaluation
                  key={evaluation.id}
                  evaluation={evaluation}
                  before={items.slice(at + 1).find(({ job_id }) => job_id === evaluation.job_id)}
                  // The page shows the current resume; passages of earlier ones are not in it.
                  onQuote={evaluation.resume_id === application.resume_id ? onQuote : null}
                />
              ))}
            </ol>
          )
        }
      </QueryView>
    </div>
  );
}

function EvaluateAgain({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation("candidate");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const evaluate = useEvaluateAgain();
  const [jobId, setJobId] = useState<string | null>(null);
  const [when, setWhen] = useState<EvaluationTiming>("now");
  const [search, setSearch] = useState("");
  const typing = useTypedSearch(setSearch);
  const jobs = useJobSearch(search).data?.items.filter((job) => !job.is_deleted && job.id !== application.job_id);
  const start = () =>
    evaluate.mutate(
      { params: { path: { organization_id } }, body: { ids: [application.id], job_id: jobId, when } },
      {
        onSuccess: () => message.success(t("evaluations.started")),
        onError: (error) => message.error(errorText(error)),
      },
    );
  return (
    <div className={styles.again}>
      <div onCompositionStart={typing.onCompositionStart} onCompositionEnd={typing.onCompositionEnd}>
        <Select<string>
          className={styles.job ?? ""}
          allowClear
          aria-label={t("evaluations.job")}
          placeholder={t("evaluations.same_job", { job: application.job_title })}
          value={jobId}
          onChange={(next: string | undefined) => setJobId(next ?? null)}
          showSearch={{ filterOption: false, onSearch: typing.type }}
          options={(jobs ?? []).map((job) => ({ value: job.id, label: job.title }))}
        />
      </div>
      <EvaluationTimingField value={when} onChange={setWhen} />
      <Button loading={evaluate.isPending} onClick={start}>
        {jobId ? t("evaluations.for_job") : t("evaluations.again")}
      </Button>
    </div>
  );
}

function PastEvaluation(props: {
  evaluation: Evaluation;
  before: Evaluation | undefined;
  onQuote: ((quote: string) => void) | null;
}) {
  const { t } = useTranslation(["candidate", "evaluation"]);
  const formats = useFormats();
  const levelName = useLevelName();
  const [open, setOpen] = useState(false);
  const { job_title, ai_eval, is_current, created_at, file_name } = props.evaluation;
  const was = props.before?.ai_eval;
  const difference = was ? wholeScore(ai_eval.overallScore) - wholeScore(was.overallScore) : 0;
  return (
    <li className={styles.evaluation}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.line}>
          <strong>{job_title}</strong>
          {is_current ? <StageTag tone="good">{t("evaluations.current")}</StageTag> : null}
          <span className={styles.score}>
            {difference === 0 ? null : (
              <span className={styles.difference}>
                {difference > 0
                  ? t("evaluations.higher", { points: difference })
                  : t("evaluations.lower", { points: -difference })}
              </span>
            )}
            <ScoreText score={ai_eval.overallScore} />
          </span>
        </span>
        <span className={styles.line}>
          <VerdictStrip strip={ai_eval.criteria} />
          <span className={styles.level}>{levelName(ai_eval.recommendationLevel)}</span>
        </span>
        <span className={styles.meta}>
          {formats.dateTime(created_at)} ·{" "}
          {ai_eval.engine !== "built-in" ? (
            (ai_eval.versions.model ?? t("evaluations.model"))
          ) : ai_eval.fallbackReason ? (
            <FallbackMark reason={ai_eval.fallbackReason} />
          ) : (
            t("evaluations.built_in")
          )}{" "}
          · {file_name}
        </span>
      </button>
      {open ? (
        <div className={styles.body}>
          <TranslatableText text={ai_eval.summary} />
          <CriteriaList evaluation={ai_eval} quote={null} {...(props.onQuote ? { onQuote: props.onQuote } : {})} />
          <ScoreBreakdown evaluation={ai_eval} />
          <EngineNote className={styles.meta} evaluation={ai_eval} />
          <JudgedBy evaluation={props.evaluation} />
        </div>
      ) : null}
    </li>
  );
}

/** Model, prompt and rubric versions of the evaluation, to explain the score later. */
function JudgedBy({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTranslation("candidate");
  const { versions } = evaluation.ai_eval;
  const facts = [
    { name: t("evaluations.versions.engine"), version: versions.engine },
    { name: t("evaluations.versions.model"), version: versions.model },
    { name: t("evaluations.versions.prompt"), version: versions.prompt },
    { name: t("evaluations.versions.rubric"), version: versions.rubric },
    { name: t("evaluations.versions.reading"), version: versions.reading },
  ].filter(({ version }) => version);
  return (
    <section aria-label={t("evaluations.versions.title")}>
      <dl className={styles.versions}>
        {facts.map(({ name, version }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{version}</dd>
          </div>
        ))}
      </dl>
      {evaluation.prompt ? (
        <details className={styles.prompt}>
          <summary>{t("evaluations.prompt")}</summary>
          <pre>{evaluation.prompt}</pre>
        </details>
      ) : null}
    </section>
  );
}
