// The placeholders by which a letter follows the offer's terms, named in the letter's language. A test of the server
// compares the names with its own.
import type { TFunction } from "i18next";

export const LETTER_TERMS = ["position", "salary", "salaryParts", "startDate", "place", "terms", "deadline"] as const;
export type LetterTerm = (typeof LETTER_TERMS)[number];

/** What stands for the term in a letter, by the texts of its language. */
export function placeholderOf(term: LetterTerm, t: TFunction<"letter">): string {
  const names: Record<LetterTerm, string> = {
    position: t("term.position"),
    salary: t("term.salary"),
    salaryParts: t("term.salary_parts"),
    startDate: t("term.start_date"),
    place: t("term.place"),
    terms: t("term.terms"),
    deadline: t("term.expires_at"),
  };
  return `{{${names[term]}}}`;
}

/** The text with a placeholder in place of the selection, and where the cursor then is. */
export function insertAt(
  text: string,
  placeholder: string,
  from: number,
  to: number,
): { text: string; cursor: number } {
  return { text: text.slice(0, from) + placeholder + text.slice(to), cursor: from + placeholder.length };
}
