// Edits the rubric by hand, or resets it to the job's texts.
import { Alert, App, Button, ConfigProvider, Input, InputNumber, Segmented } from "antd";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CriteriaReading, useJobCriteria } from "@/entities/job/criteria";
import { useMarkCounts } from "@/entities/job/markCounts";
import { useChangeRubric } from "@/entities/job/rubric";
import { useCan } from "@/entities/session/memberships";
import type { JobRubric } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import { NumberField } from "@/ui/forms/NumberField";
import { useServerForm } from "@/ui/forms/useServerForm";
import { criterionOf, proposed, protectedIn, type UnreadLine, wordsOf } from "../logic/confirm";
import { type EditedCriterion, editable, moved, normalized, placeAfter, withCap } from "../logic/rubricEdit";
import { UnreadLines } from "./CriteriaCheck";
import { Disagreement } from "./Disagreement";
import { ProtectedNotes } from "./ProtectedNotes";
import styles from "./RubricEditor.module.css";

type RubricForm = Pick<JobRubric, "thresholds" | "career_weight"> & { criteria: EditedCriterion[] };

function asSaved({ criteria, thresholds, career_weight, revision }: JobRubric) {
  return { saved: { criteria: editable(criteria), thresholds, career_weight }, version: revision };
}

function isRubric(row: unknown): row is JobRubric {
  return typeof row === "object" && row !== null && "criteria" in row && "revision" in row;
}

interface Props {
  jobId: string;
  rubric: JobRubric;
  /** What was read in the job's texts, to be confirmed instead of the rubric. */
  reading?: CriteriaReading | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Criteria as the texts of a job, a line each. */
function asText(criteria: readonly EditedCriterion[]) {
  const lines = criteria.map(({ text }) => text.replaceAll("\n", " "));
  return { title: "", core_requirement: "", jd: "", ai_evaluation_criteria: lines.join("\n") };
}

export function RubricEditor({ jobId, rubric, reading = null, onSaved, onClose }: Props) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { save } = useChangeRubric(jobId);
  const canSave = useCan("jobs:edit");
  const marksOn = useMarkCounts(jobId);
  // Marks are about the criterion as it was saved, not as it is being rewritten.
  const marksOf = ({ id, text }: EditedCriterion) =>
    marksOn(rubric.criteria.find((saved) => saved.id === id)?.text ?? text);
  const send = ({ criteria, thresholds, career_weight }: RubricForm, revision: number) =>
    save.mutateAsync({
      criteria: normalized(criteria).map(({ id, ...rest }) => ({ ...rest, ...(id && { id }) })),
      thresholds,
      career_weight,
      revision,
    });
  const editor = useServerForm<RubricForm>({
    ...asSaved(rubric),
    canSave,
    save: async (_changes, version, value) => asSaved(await send(value, Number(version))),
    readCurrent: (row) => (isRubric(row) ? asSaved(row) : null),
  });
  const { criteria } = editor.value;
  const start = useEffectEvent(() => {
    if (!reading) return;
    const thresholds = reading.criteria.thresholds ?? rubric.thresholds;
    editor.edit({ criteria: proposed(reading.criteria, rubric.criteria), thresholds });
  });
  useEffect(() => start(), []);
  const lines = asText(criteria);
  const asked = useJobCriteria(lines);
  const isProtected = protectedIn(asked, "ai_evaluation_criteria", lines.ai_evaluation_criteria);
  const protectedOf = (at: number) => {
    const from = lines.ai_evaluation_criteria.split("\n").slice(0, at).join("\n").length + (at > 0 ? 1 : 0);
    const to = from + (criteria[at]?.text.length ?? 0);
    return isProtected.filter(({ source }) => source.start >= from && source.start < to);
  };
  const setCriteria = (next: EditedCriterion[]) => editor.edit({ criteria: next });
  const change = (at: number, next: Partial<EditedCriterion>) =>
    setCriteria(criteria.map((criterion, place) => (place === at ? { ...criterion, ...next } : criterion)));
  const incomplete = criteria.length === 0 || criteria.some(({ text }) => text.trim() === "");
  const root = useRef<HTMLDivElement>(null);
  // The row that gets the focus when it appears.
  const [newest, setNewest] = useState<number | null>(null);
  const focusIn = (place: number, action: string) => {
    const row = root.current?.querySelectorAll("ol > li")[place];
    const button = row?.querySelector<HTMLElement>(`[data-action="${action}"]`);
    (button ?? root.current?.querySelector<HTMLElement>('[data-action="add"]'))?.focus();
  };
  // Rows keep their elements, so the focus has to follow the criterion.
  const move = (at: number, by: 1 | -1) => {
    const place = placeAfter(criteria, at, by);
    if (place === null) return;
    setCriteria(moved(criteria, at, by));
    focusIn(place, by === 1 ? "down" : "up");
  };
  const remove = (at: number) => {
    setCriteria(criteria.filter((_, place) => place !== at));
    if (at === criteria.length - 1) focusIn(at - 1, "remove");
  };
  const add = (line: UnreadLine) => {
    setNewest(criteria.length);
    setCriteria([...criteria, criterionOf(line)]);
  };
  const confirmed = () =>
    send(editor.value, Number(rubric.revision)).then(
      () => true,
      (error: unknown) => {
        message.error(errorText(error));
        return false;
      },
    );
  const submit = async () => {
    const changes = editor.isDirty || reading !== null;
    // A list that is right as it was read is confirmed as well.
    if (editor.isDirty ? !(await editor.submit()) : changes && !(await confirmed())) return;
    message.success(reading ? t("criteria.confirmed") : t("rubric.saved"));
    if (changes) onSaved();
    onClose();
  };
  return (
    <div ref={root} className={styles.editor}>
      {editor.error ? <Alert type="error" showIcon role="alert" title={errorText(editor.error)} /> : null}
      <FormNotices
        form={editor}
        // Only the criteria can be edited here, so nothing else conflicts.
        labels={{ criteria: t("rubric.title"), thresholds: t("rubric.title"), career_weight: t("rubric.title") }}
        inWords={(value) => (Array.isArray(value) ? value.map(({ text }) => text).join("\n") : "")}
      />
      {reading ? (
        <>
          <p className={styles.note}>{t("criteria.check_note")}</p>
          <UnreadLines
            reading={reading}
            added={criteria.flatMap(({ source }) => source ?? [])}
            {...(canSave && { onAdd: add })}
          />
        </>
      ) : null}
      <ConfigProvider componentDisabled={!canSave}>
        <ol className={styles.criteria}>
          {criteria.map((criterion, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: new criteria have no id yet
            <li key={at}>
              <Input.TextArea
                aria-label={t("rubric.criterion", { number: at + 1 })}
                autoSize={{ minRows: 1, maxRows: 4 }}
                maxLength={500}
                autoFocus={at === newest || (criterion.id === "" && criterion.text === "")}
                value={criterion.text}
                onChange={(event) => change(at, { text: event.target.value })}
              />
              <div className={styles.line}>
                <Segmented<EditedCriterion["kind"]>
                  aria-label={t("rubric.kind_of", { criterion: criterion.text })}
                  size="small"
                  value={criterion.kind}
                  onChange={(kind) => change(at, { kind })}
                  options={[
                    { value: "must", label: t("rubric.must") },
                    { value: "nice", label: t("rubric.nice") },
                  ]}
                />
                <NumberField
                  size="small"
                  className={styles.weight ?? ""}
                  aria-label={t("rubric.weight_of", { criterion: criterion.text })}
                  min={0}
                  max={100}
                  suffix="%"
                  value={criterion.weight}
                  onChange={(weight) => change(at, { weight })}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowUp size={14} aria-hidden="true" />}
                  data-action="up"
                  aria-label={t("rubric.up", { criterion: criterion.text })}
                  aria-disabled={placeAfter(criteria, at, -1) === null}
                  onClick={() => move(at, -1)}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowDown size={14} aria-hidden="true" />}
                  data-action="down"
                  aria-label={t("rubric.down", { criterion: criterion.text })}
                  aria-disabled={placeAfter(criteria, at, 1) === null}
                  onClick={() => move(at, 1)}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<Trash2 size={14} aria-hidden="true" />}
                  data-action="remove"
                  aria-label={t("rubric.remove", { criterion: criterion.text })}
                  onClick={() => remove(at)}
                />
              </div>
              <Disagreement marks={marksOf(criterion)} />
              <CapField criterion={criterion} onChange={(cap) => setCriteria(withCap(criteria, at, cap))} />
              <ProtectedNotes phrases={protectedOf(at)} wordsOf={({ source }) => wordsOf(lines, source)} />
            </li>
          ))}
        </ol>
        <Button
          size="small"
          data-action="add"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() =>
            setCriteria([...criteria, { id: "", text: "", kind: "nice", weight: 10, dimension: "skills_match" }])
          }
        >
          {t("rubric.add")}
        </Button>
      </ConfigProvider>
      <p className={styles.note}>{t("rubric.sum_note")}</p>
      <div className={styles.line}>
        <Button
          type="primary"
          size="small"
          loading={editor.isSaving}
          disabled={incomplete || !canSave}
          onClick={() => void submit()}
        >
          {reading ? t("criteria.confirm") : t("save")}
        </Button>
        <Button size="small" onClick={() => editor.guard.confirm(onClose)}>
          {t("rubric.cancel")}
        </Button>
      </div>
    </div>
  );
}

/** The highest score without a criterion; none if empty. */
function CapField({ criterion, onChange }: { criterion: EditedCriterion; onChange: (cap: number | null) => void }) {
  const { t } = useTranslation("jobs");
  return (
    <div className={styles.cap}>
      <span aria-hidden="true">{t("rubric.cap")}</span>
      <InputNumber<number>
        size="small"
        className={styles.weight ?? ""}
        aria-label={t("rubric.cap_of", { criterion: criterion.text })}
        min={0}
        max={100}
        placeholder="–"
        value={criterion.cap ?? null}
        onChange={onChange}
      />
    </div>
  );
}
