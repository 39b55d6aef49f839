// First and last day of a period, to choose.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "@/ui/forms/DateField";
import { type DayRange, isRange } from "../logic/period";
import styles from "./PeriodFields.module.css";

interface Props {
  range: DayRange;
  onChange: (range: DayRange) => void;
}

export function PeriodFields({ range, onChange }: Props) {
  const { t } = useTranslation("dashboard");
  const [shown, setShown] = useState(range);
  const change = (part: Partial<DayRange>) => {
    const next = { ...shown, ...part };
    setShown(next);
    if (isRange(next)) onChange(next);
  };
  const status = isRange(shown) ? "" : "warning";
  return (
    <span className={styles.fields}>
      <DateField
        label={t("period_from")}
        allowClear={false}
        status={status}
        value={shown.from}
        onChange={(from) => change({ from })}
      />
      <DateField
        label={t("period_to")}
        allowClear={false}
        status={status}
        value={shown.to}
        onChange={(to) => change({ to })}
      />
    </span>
  );
}
