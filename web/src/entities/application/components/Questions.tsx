// Suggested interview questions on what the resume leaves open.
import type { CriterionResult } from "@/lib/api/types";
import styles from "./Evaluation.module.css";

export function openQuestions(criteria: readonly CriterionResult[]): { criterion: string; question: string }[] {
  return criteria.flatMap(({ criterion, question }) => (question ? [{ criterion, question }] : []));
}

export function Questions({ criteria }: { criteria: readonly CriterionResult[] }) {
  return (
    <ol className={styles.questions}>
      {openQuestions(criteria).map(({ criterion, question }) => (
        <li key={criterion}>{question}</li>
      ))}
    </ol>
  );
}
