// The list of criteria that a person confirms: what was read, with ids and dimensions of the criteria that stay.
import type { CriteriaReading } from "@/entities/job/criteria";
import type { Criterion, JobBrief, JobCriteria, Phrase, ProtectedPhrase } from "@/lib/api/types";
import type { EditedCriterion } from "./rubricEdit";

const DIMENSION = "skills_match";
/** The longest criterion. */
const LONGEST = 500;
/** The weight of a criterion that a person adds. */
const NEW_WEIGHT = 10;

export function proposed(read: JobCriteria, known: readonly Criterion[]): EditedCriterion[] {
  const taken = new Set<string>();
  return read.criteria.map(({ text, kind, weight, section, cap, source }) => {
    const same = known.find((criterion) => criterion.text === text && !taken.has(criterion.id));
    if (same) taken.add(same.id);
    return {
      id: same?.id ?? "",
      text,
      kind,
      weight,
      dimension: same?.dimension ?? section ?? DIMENSION,
      ...(cap != null && { cap }),
      source,
    };
  });
}

/** The words of a phrase. */
export function wordsOf(text: JobBrief, { field, start, end }: Phrase): string {
  return (text[field] ?? "").slice(start, end).trim();
}

export interface UnreadLine {
  words: string;
  source: Phrase;
}

/** The lines that no criterion, heading or rule was read from, without those that a person has added. */
export function unread({ of, criteria }: CriteriaReading, added: readonly Phrase[] = []): UnreadLine[] {
  const isAdded = ({ field, start, end }: Phrase) =>
    added.some((phrase) => phrase.field === field && phrase.start === start && phrase.end === end);
  return criteria.parts
    .filter(({ role, source }) => role === "not_read" && !isAdded(source))
    .map(({ source }) => ({ words: wordsOf(of, source), source }));
}

const LIST_SIGN = /^(?:[-*•●·–—]+|\d{1,2}[.、)）])\s*/;

/** A criterion in the words of a line, with the weight that a new one gets. */
export function criterionOf({ words, source }: UnreadLine): EditedCriterion {
  const text = words.replace(LIST_SIGN, "").slice(0, LONGEST);
  return { id: "", text, kind: "nice", weight: NEW_WEIGHT, dimension: DIMENSION, source };
}

/** What may not be asked in a field, while the text on screen is the one that was read. */
export function protectedIn(
  reading: CriteriaReading | null,
  field: Phrase["field"],
  text: string,
): readonly ProtectedPhrase[] {
  if (!reading || reading.of[field] !== text) return [];
  return reading.criteria.protected.filter(({ source }) => source.field === field);
}
