// How often people disagreed with the evaluations on a criterion.
import { useTranslation } from "react-i18next";
import type { CriterionMarks } from "@/lib/api/types";
import styles from "./Disagreement.module.css";

export function Disagreement({ marks }: { marks: CriterionMarks | undefined }) {
  const { t } = useTranslation("jobs");
  if (!marks) return null;
  const { disagreements } = marks;
  return <p className={styles.disagreement}>{t("rubric.disagreed", { disagreements, marks: marks.marks })}</p>;
}
