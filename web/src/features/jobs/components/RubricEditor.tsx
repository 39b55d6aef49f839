// The rubric changed by hand, or taken back to what is read from the job's texts.
import { App, Button, Input, InputNumber, Segmented } from "antd";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChangeRubric } from "@/entities/job/rubric";
import type { Rubric } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { type EditedCriterion, editable, moved, normalized } from "../logic/rubricEdit";
import styles from "./RubricEditor.module.css";

interface Props {
  jobId: string;
  rubric: Rubric;
  onClose: () => void;
}

export function RubricEditor({ jobId, rubric, onClose }: Props) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { save } = useChangeRubric(jobId);
  const [criteria, setCriteria] = useState(() => editable(rubric.criteria));
  const change = (at: number, next: Partial<EditedCriterion>) =>
    setCriteria((former) => former.map((criterion, place) => (place === at ? { ...criterion, ...next } : criterion)));
  const incomplete = criteria.length === 0 || criteria.some(({ text }) => text.trim() === "");
  const submit = () =>
    save.mutate(
      {
        criteria: normalized(criteria).map(({ id, ...rest }) => ({ ...rest, ...(id && { id }) })),
        thresholds: rubric.thresholds,
        career_weight: rubric.career_weight,
      },
      {
        onSuccess: () => {
          message.success(t("rubric.saved"));
          onClose();
        },
        onError: (error) => void message.error(errorText(error)),
      },
    );
  return (
    <div className={styles.editor}>
      <ol className={styles.criteria}>
        {criteria.map((criterion, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new criteria have no id yet
          <li key={at}>
            <Input.TextArea
              aria-label={t("rubric.criterion", { number: at + 1 })}
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={500}
              value={criterion.text}
              onChange={(event) => change(at, { text: event.target.value })}
            />
            <div className={styles.line}>
              <Segmented<EditedCriterion["kind"]>
                size="small"
                value={criterion.kind}
                onChange={(kind) => change(at, { kind })}
                options={[
                  { value: "must", label: t("rubric.must") },
                  { value: "nice", label: t("rubric.nice") },
                ]}
              />
              <InputNumber
                size="small"
                className={styles.weight ?? ""}
                aria-label={t("rubric.weight_of", { criterion: criterion.text })}
                min={0}
                max={100}
                suffix="%"
                value={criterion.weight}
                onChange={(weight) => change(at, { weight: weight ?? 0 })}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowUp size={14} aria-hidden="true" />}
                aria-label={t("rubric.up", { criterion: criterion.text })}
                onClick={() => setCriteria(moved(criteria, at, -1))}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDown size={14} aria-hidden="true" />}
                aria-label={t("rubric.down", { criterion: criterion.text })}
                onClick={() => setCriteria(moved(criteria, at, 1))}
              />
              <Button
                size="small"
                type="text"
                icon={<Trash2 size={14} aria-hidden="true" />}
                aria-label={t("rubric.remove", { criterion: criterion.text })}
                onClick={() => setCriteria(criteria.filter((_, place) => place !== at))}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button
        size="small"
        icon={<Plus size={14} aria-hidden="true" />}
        onClick={() =>
          setCriteria([...criteria, { id: "", text: "", kind: "nice", weight: 10, dimension: "skills_match" }])
        }
      >
        {t("rubric.add")}
      </Button>
      <p className={styles.note}>{t("rubric.sum_note")}</p>
      <div className={styles.line}>
        <Button type="primary" size="small" loading={save.isPending} disabled={incomplete} onClick={submit}>
          {t("save")}
        </Button>
        <Button size="small" onClick={onClose}>
          {t("rubric.cancel")}
        </Button>
      </div>
    </div>
  );
}
