// The placeholders by which a letter follows the offer's terms, named as in the letter's language. A test of the server
// compares the names with its own.
import type { Language } from "@/i18n/languages";

export const LETTER_TERMS = ["position", "salary", "salaryParts", "startDate", "place", "terms", "deadline"] as const;
export type LetterTerm = (typeof LETTER_TERMS)[number];

const NAMES: Record<Language, Record<LetterTerm, string>> = {
  "zh-CN": {
    position: "职位",
    salary: "薪酬",
    salaryParts: "工资明细",
    startDate: "入职日期",
    place: "工作地点",
    terms: "其他条款",
    deadline: "答复截止日期",
  },
  "en-US": {
    position: "Position",
    salary: "Salary",
    salaryParts: "Breakdown",
    startDate: "Start date",
    place: "Place of work",
    terms: "Further terms",
    deadline: "Response deadline",
  },
  "id-ID": {
    position: "Posisi",
    salary: "Gaji",
    salaryParts: "Rincian",
    startDate: "Tanggal mulai",
    place: "Tempat kerja",
    terms: "Ketentuan lain",
    deadline: "Batas jawaban",
  },
};

/** What stands for the term in a letter of the language. */
export function placeholderOf(term: LetterTerm, language: Language): string {
  return `{{${NAMES[language][term]}}}`;
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
