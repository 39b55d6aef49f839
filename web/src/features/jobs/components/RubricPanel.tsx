// The job's rubric: criteria, weights, and level thresholds.

import { App, Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { criterionText } from "@/entities/application/criterionText";
import { useDimensionName } from "@/entities/application/dimension";
import type { CriteriaReading } from "@/entities/job/criteria";
import { type MarksOn, useMarkCounts } from "@/entities/job/markCounts";
import type { JobText } from "@/entities/job/queries";
import { isReadable, useChangeRubric, useRubric } from "@/entities/job/rubric";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Criterion, JobRubric, Phrase } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { lazyPart } from "@/ui/late/lazyPart";
import { QueryView } from "@/ui/states/QueryView";
import { Disagreement } from "./Disagreement";
import { selectPhrase } from "./PhraseMark";
import styles from "./RubricPanel.module.css";

const CriteriaCheck = lazyPart(async () => ({ default: (await import("./CriteriaCheck")).CriteriaCheck }));
const RubricEditor = lazyPart(async () => ({ default: (await import("./RubricEditor")).RubricEditor }));

interface Props {
  text: JobText;
  jobId: string | null;
  /** What was read in the text; null until it is read. */
  reading: CriteriaReading | null;
  /** Whether the text differs from the saved one. */
  isUnsaved: boolean;
  /** The phrase of the hovered criterion. */
  onPoint: (phrase: Phrase | null) => void;
  /** The rubric was edited or reset. */
  onChanged: () => void;
}

export function RubricPanel(props: Props) {
  const { t } = useTranslation("jobs");
  const { text, jobId, isUnsaved, reading } = props;
  const { query: rubric, saved, isEdited, isPreview } = useRubric(text, jobId, isUnsaved);
  const [editing, setEditing] = useState<"rubric" | "reading" | null>(null);
  const canEdit = useCan("jobs:edit");
  // The criteria are confirmed once; after that, the rubric is what a person has saved.
  const isConfirmed = isEdited || !text.ai_evaluation_criteria.trim();
  const isRead = reading !== null && reading.of.ai_evaluation_criteria === text.ai_evaluation_criteria;
  const readable = isEdited || isReadable(text);
  return (
    <aside className={styles.panel} aria-label={t("rubric.title")} aria-busy={rubric.isFetching}>
      <h2 className={styles.title}>
        {t("rubric.title")}
        <span className={styles.busy} data-on={rubric.isFetching} aria-hidden="true">
          {t("rubric.reading")}
        </span>
      </h2>
      {editing && jobId && saved ? (
        <Suspense>
          <RubricEditor
            jobId={jobId}
            rubric={saved}
            reading={editing === "reading" ? reading : null}
            onSaved={props.onChanged}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : !readable ? (
        <p className={styles.note}>{t("rubric.empty")}</p>
      ) : (
        <>
          {canEdit && isRead && !isConfirmed ? (
            <Suspense>
              <CriteriaCheck
                reading={reading}
                onConfirm={jobId && saved && !isUnsaved ? () => setEditing("reading") : null}
              />
            </Suspense>
          ) : null}
          <QueryView query={rubric} skeleton={null}>
            {(data) =>
              data ? (
                <RubricSummary
                  rubric={data}
                  jobId={isPreview ? null : jobId}
                  // The phrases of an edited rubric lie in the saved text.
                  onPoint={isEdited && isUnsaved ? null : props.onPoint}
                  onEdit={() => setEditing("rubric")}
                  onReset={props.onChanged}
                />
              ) : null
            }
          </QueryView>
        </>
      )}
    </aside>
  );
}

interface RubricSummaryProps {
  rubric: JobRubric;
  /** Null for a preview. */
  jobId: string | null;
  /** Null while the phrases do not lie in the text on screen. */
  onPoint: Props["onPoint"] | null;
  onEdit: () => void;
  onReset: () => void;
}

function RubricSummary({ rubric, jobId, onPoint, onEdit, onReset }: RubricSummaryProps) {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  const canEdit = useCan("jobs:edit");
  const marksOn = useMarkCounts(jobId);
  const musts = rubric.criteria.filter((criterion) => criterion.kind === "must");
  const nices = rubric.criteria.filter((criterion) => criterion.kind === "nice");
  const { strongly_recommend, recommend, average } = rubric.thresholds;
  const share = rubric.career_weight ?? 0;
  const actions =
    jobId && canEdit ? <RubricActions jobId={jobId} rubric={rubric} onEdit={onEdit} onReset={onReset} /> : null;
  if (rubric.criteria.length === 0) {
    return (
      <>
        <p className={styles.note}>{t("rubric.nothing")}</p>
        {actions}
      </>
    );
  }
  return (
    <>
      <dl className={styles.levels}>
        <div>
          <dt>{t("rubric.strongly_recommend")}</dt>
          <dd>≥ {strongly_recommend}</dd>
        </div>
        <div>
          <dt>{t("rubric.recommend")}</dt>
          <dd>≥ {recommend}</dd>
        </div>
        <div>
          <dt>{t("rubric.average")}</dt>
          <dd>≥ {average}</dd>
        </div>
      </dl>
      {actions}
      <Group title={t("rubric.must")} criteria={musts} marksOn={marksOn} onPoint={onPoint} />
      <Group title={t("rubric.nice")} criteria={nices} marksOn={marksOn} onPoint={onPoint} />
      {share > 0 ? <p className={styles.note}>{t("rubric.career", { share: number(share) })}</p> : null}
      <p className={styles.note}>
        {t("rubric.note")} {rubric.edited_at ? t("rubric.edited") : canEdit ? t("rubric.correct") : null}
      </p>
    </>
  );
}

/** Buttons to edit and to reset the rubric. */
function RubricActions(props: { jobId: string; rubric: JobRubric; onEdit: () => void; onReset: () => void }) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { reset, readAgain } = useChangeRubric(props.jobId);
  const { revision, unread_by: unreadBy, refused_by: refusedBy, unusable_by: unusableBy } = props.rubric;
  const model = unreadBy ?? refusedBy ?? unusableBy;
  return (
    <div className={styles.note}>
      <Button size="small" onClick={props.onEdit}>
        {t("rubric.edit")}
      </Button>{" "}
      {props.rubric.edited_at ? (
        <Button
          size="small"
          type="text"
          loading={reset.isPending}
          onClick={() =>
            reset.mutate(revision, {
              onSuccess: props.onReset,
              onError: (error) => void message.error(errorText(error)),
            })
          }
        >
          {t("rubric.reset")}
        </Button>
      ) : null}
      {model ? (
        <>
          <Button
            size="small"
            loading={readAgain.isPending}
            onClick={() =>
              readAgain.mutate(revision, {
                onSuccess: () => {
                  message.success(t("rubric.read_again_done", { model }));
                  props.onReset();
                },
                onError: (error) => void message.error(errorText(error)),
              })
            }
          >
            {t("rubric.read_again", { model })}
          </Button>
          <p>
            {refusedBy
              ? t("rubric.refused_by", { model })
              : unusableBy
                ? t("rubric.unusable_by", { model })
                : t("rubric.unread_by")}
          </p>
        </>
      ) : null}
    </div>
  );
}

interface GroupProps {
  title: string;
  criteria: readonly Criterion[];
  marksOn: MarksOn;
  onPoint: Props["onPoint"] | null;
}

function Group(props: GroupProps) {
  const { t } = useTranslation("jobs");
  const dimensionName = useDimensionName();
  if (props.criteria.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3 className={styles.groupTitle}>{props.title}</h3>
      <ul>
        {props.criteria.map((criterion) => (
          <li key={criterion.id} className={styles.row}>
            <Wording criterion={criterion} onPoint={props.onPoint} />
            <span className={styles.weight}>
              {criterion.weight > 0 ? t("rubric.weight", { weight: Math.round(criterion.weight) }) : t("rubric.asked")}
            </span>
            <span className={styles.dimension}>{dimensionName(criterion.dimension)}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${Math.min(100, criterion.weight)}%` }} />
            </span>
            <Disagreement marks={props.marksOn(criterion.text)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A criterion's text. Hovering highlights the phrase it is based on; a click goes there. */
function Wording({ criterion, onPoint }: { criterion: Criterion; onPoint: Props["onPoint"] | null }) {
  const { t } = useTranslation("jobs");
  const { source, text } = criterion;
  if (!source || !onPoint) return <span className={styles.criterion}>{criterionText(text)}</span>;
  return (
    <button
      type="button"
      className={`${styles.criterion} ${styles.phrase}`}
      title={t("rubric.show_phrase")}
      onMouseEnter={() => onPoint(source)}
      onMouseLeave={() => onPoint(null)}
      onFocus={() => onPoint(source)}
      onBlur={() => onPoint(null)}
      onClick={() => selectPhrase(`job-${source.field}`, source.start, source.end)}
    >
      {criterionText(text)}
    </button>
  );
}
