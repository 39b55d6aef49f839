// When to evaluate again: now, or within a day at a lower price. Shown only where the provider offers that.
import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { useAiState } from "@/entities/ai/state";
import type { EvaluationTiming } from "@/lib/api/types";
import styles from "./EvaluationTimingField.module.css";

interface Props {
  /** For a dialog that keeps the choice itself. */
  value?: EvaluationTiming;
  onChange: (timing: EvaluationTiming) => void;
}

export function EvaluationTimingField({ value, onChange }: Props) {
  const { t } = useTranslation("evaluation");
  const isOffered = useAiState(true).data?.has_batch_prices;
  if (!isOffered) return null;
  return (
    <Radio.Group
      className={styles.choices ?? ""}
      aria-label={t("timing.label")}
      {...(value === undefined ? { defaultValue: "now" } : { value })}
      onChange={(event) => onChange(event.target.value)}
    >
      <Radio value="now">{t("timing.now")}</Radio>
      <Radio value="within_a_day">
        {t("timing.within_a_day")}
        <span className={styles.note}>{t("timing.hint")}</span>
      </Radio>
    </Radio.Group>
  );
}
