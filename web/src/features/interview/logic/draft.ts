// The content of an interview draft, and merging two versions without losing text.
import type { Verdict } from "@/lib/api/types";

export type Mark = 1 | 2 | 3 | 4;
export const MARKS: readonly Mark[] = [1, 2, 3, 4];

export interface Answer {
  note: string;
  mark: Mark | null;
}

/** A question as it was when the interview began. */
export interface QuestionSnapshot {
  key: string;
  text: string;
  /** The criterion it is about, for questions left open by the resume. */
  criterion?: string;
}

export interface SectionSnapshot {
  title: string;
  note: string;
  questions: QuestionSnapshot[];
}

export interface DraftContent {
  interviewer_name: string;
  started_at: string;
  sections: SectionSnapshot[];
  answers: Record<string, Answer>;
  /** The interviewer's verdicts, by the criterion's text. */
  verdicts: Record<string, Verdict>;
  adhoc_notes: string;
  overall_evaluation: string;
}

/** Key prefix of proposed questions. */
const PROPOSED = "f.";

export const NO_ANSWER: Answer = { note: "", mark: null };

export function isAnswered({ note, mark }: Answer): boolean {
  return mark !== null || note.trim() !== "";
}

/** Merges two texts with a common base: the changed one, or both if both changed. */
export function mergeText(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  if (mine.includes(theirs)) return mine;
  if (theirs.includes(mine)) return theirs;
  return `${theirs}\n\n${mine}`;
}

function mergeValue<T>(base: T, mine: T, theirs: T): T {
  return mine === base ? theirs : mine;
}

/** The questions of the first draft, and those only in the other, proposed in another window. */
function mergeSections(first: readonly SectionSnapshot[], other: readonly SectionSnapshot[]): SectionSnapshot[] {
  const known = new Set(first.flatMap(({ questions }) => questions.map(({ key }) => key)));
  return other.reduce<SectionSnapshot[]>(
    (sections, { title, questions }) =>
      addQuestions(
        sections,
        title,
        questions.filter(({ key }) => key.startsWith(PROPOSED) && !known.has(key)),
      ),
    [...first],
  );
}

/** Adds questions to the section with the title, or to a new one. */
export function addQuestions(
  sections: readonly SectionSnapshot[],
  title: string,
  questions: readonly QuestionSnapshot[],
): SectionSnapshot[] {
  if (questions.length === 0) return [...sections];
  const isThere = sections.some((section) => section.title === title);
  if (!isThere) return [...sections, { title, note: "", questions: [...questions] }];
  return sections.map((section) =>
    section.title === title
      ? {
          ...section,
          questions: [
            ...section.questions,
            ...questions.filter(({ key }) => !section.questions.some((asked) => asked.key === key)),
          ],
        }
      : section,
  );
}

/** A proposed question as stored in the draft; its key is derived from its text, so that two windows agree on it. */
export function proposedQuestion({ criterion, question }: { criterion: string; question: string }): QuestionSnapshot {
  return { key: `${PROPOSED}${question}`, text: question, criterion };
}

/** What was typed, in the order of the page, for copying it elsewhere. */
export function typedTexts(
  { sections, answers, adhoc_notes, overall_evaluation }: DraftContent,
  labels: { adhoc: string; overall: string },
): { label: string; value: string }[] {
  const notes = sections.flatMap(({ questions }) =>
    questions.map(({ key, text }) => ({ label: text, value: answers[key]?.note ?? "" })),
  );
  const others = [
    { label: labels.adhoc, value: adhoc_notes },
    { label: labels.overall, value: overall_evaluation },
  ];
  return [...notes, ...others].filter(({ value }) => value.trim() !== "");
}

/** Whether they have the same content, in any order of the answers. */
export function isSameDraft(one: DraftContent, other: DraftContent): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(draft: DraftContent): string {
  return JSON.stringify(draft, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** What was typed here and elsewhere since both were the same; without such a base, everything counts as typed. */
export function mergeDrafts(base: DraftContent | null, mine: DraftContent, theirs: DraftContent): DraftContent {
  const keys = new Set([...Object.keys(theirs.answers), ...Object.keys(mine.answers)]);
  const answers = [...keys].map((key) => {
    const was = base?.answers[key] ?? NO_ANSWER;
    const [own, other] = [mine.answers[key] ?? NO_ANSWER, theirs.answers[key] ?? NO_ANSWER];
    const merged = {
      note: mergeText(was.note, own.note, other.note),
      mark: mergeValue(was.mark, own.mark, other.mark),
    };
    return [key, merged] as const;
  });
  const judged = new Set([...Object.keys(theirs.verdicts), ...Object.keys(mine.verdicts)]);
  const verdicts = [...judged].flatMap((criterion) => {
    const merged = mergeValue(base?.verdicts[criterion], mine.verdicts[criterion], theirs.verdicts[criterion]);
    return merged ? [[criterion, merged] as const] : [];
  });
  return {
    interviewer_name: mergeValue(base?.interviewer_name ?? "", mine.interviewer_name, theirs.interviewer_name),
    // The interview that began first wins, with its questions.
    started_at: mine.started_at < theirs.started_at ? mine.started_at : theirs.started_at,
    sections:
      mine.started_at < theirs.started_at
        ? mergeSections(mine.sections, theirs.sections)
        : mergeSections(theirs.sections, mine.sections),
    answers: Object.fromEntries(answers),
    verdicts: Object.fromEntries(verdicts),
    adhoc_notes: mergeText(base?.adhoc_notes ?? "", mine.adhoc_notes, theirs.adhoc_notes),
    overall_evaluation: mergeText(base?.overall_evaluation ?? "", mine.overall_evaluation, theirs.overall_evaluation),
  };
}

/** Parses a stored draft; null for anything else. */
export function readDraft(value: unknown): DraftContent | null {
  if (typeof value !== "object" || value === null) return null;
  const { interviewer_name, started_at, sections, answers, verdicts, adhoc_notes, overall_evaluation } =
    value as DraftContent;
  if (typeof started_at !== "string" || !Array.isArray(sections) || typeof answers !== "object") return null;
  return {
    interviewer_name: interviewer_name ?? "",
    started_at,
    sections,
    answers: answers ?? {},
    verdicts: verdicts ?? {},
    adhoc_notes: adhoc_notes ?? "",
    overall_evaluation: overall_evaluation ?? "",
  };
}

/** The criteria on which the interviewer and the AI differ. */
export function overwrittenFields(
  criteria: readonly { criterion: string; verdict: Verdict }[],
  verdicts: Readonly<Record<string, Verdict>>,
): string[] {
  return criteria.flatMap(({ criterion, verdict }) => {
    const own = verdicts[criterion];
    return own && own !== verdict ? [criterion] : [];
  });
}
