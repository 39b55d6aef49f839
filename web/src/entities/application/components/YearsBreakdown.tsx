// Years of experience as a sum of periods, compared with the required number.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { CriterionResult } from "@/lib/api/types";
import styles from "./Evaluation.module.css";

export function YearsBreakdown({ years }: { years: NonNullable<CriterionResult["years"]> }) {
  const { t } = useTranslation("evaluation");
  const { month, number } = useFormats();
  const spans = years.spans.map((span) =>
    t("years.span", {
      from: month(span.from),
      to: span.to ? month(span.to) : t("work.present"),
      years: number(span.years),
    }),
  );
  return (
    <p className={styles.years}>
      {t("years.sum", {
        spans: spans.join(" + "),
        total: number(years.total),
        sign: years.total >= years.required ? "≥" : "<",
        required: number(years.required),
      })}
    </p>
  );
}
