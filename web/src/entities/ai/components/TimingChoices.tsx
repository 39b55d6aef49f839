// The choices of when to evaluate again.
import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import type { EvaluationTiming } from "@/lib/api/types";
import styles from "./TimingChoices.module.css";

export interface TimingProps {
  /** For a dialog that keeps the choice itself. */
  value?: EvaluationTiming;
  onChange: (timing: EvaluationTiming) => void;
}

export function TimingChoices({ value, onChange }: TimingProps) {
  const { t } = useTranslation("evaluation");
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
