// Suggested interview questions on what the resume leaves open.
import { TranslatableText } from "@/entities/translation/TranslatableText";
import type { CriterionResult } from "@/lib/api/types";
import styles from "./Evaluation.module.css";

export function openQuestions(criteria: readonly CriterionResult[]): { criterion: string; question: string }[] {
  return criteria.flatMap(({ criterion, question }) => (question ? [{ criterion, question }] : []));
}

export function Questions({ criteria }: { criteria: readonly CriterionResult[] }) {
  // Translated in one piece, a question a line.
  const lines = openQuestions(criteria).map(({ question }) => question.replace(/\s+/g, " ").trim());
  return (
    <TranslatableText text={lines.join("\n")}>
      {(shown) => (
        <ol className={styles.questions}>
          {shown
            .split("\n")
            .filter((line) => line.trim() !== "")
            .map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two questions may read alike
              <li key={at}>{line}</li>
            ))}
        </ol>
      )}
    </TranslatableText>
  );
}
