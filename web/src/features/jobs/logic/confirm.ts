// The list of criteria that a person confirms: what was read, with ids and dimensions of the criteria that stay.
import type { CriteriaReading } from "@/entities/job/criteria";
import type { Criterion, JobBrief, JobCriteria, Phrase, ProtectedPhrase } from "@/lib/api/types";
import type { EditedCriterion } from "./rubricEdit";

const DIMENSION = "skills_match";

export function proposed(read: JobCriteria, known: readonly Criterion[]): EditedCriterion[] {
  const taken = new Set<string>();
  return read.criteria.map(({ text, kind, weight, cap, source }) => {
    const same = known.find((criterion) => criterion.text === text && !taken.has(criterion.id));
    if (same) taken.add(same.id);
    return {
      id: same?.id ?? "",
      text,
      kind,
      weight,
      dimension: same?.dimension ?? DIMENSION,
      ...(cap != null && { cap }),
      source,
    };
  });
}

/** The words of a phrase. */
export function wordsOf(text: JobBrief, { field, start, end }: Phrase): string {
  return (text[field] ?? "").slice(start, end).trim();
}

/** The lines that no criterion, heading or rule was read from. */
export function unread({ of, criteria }: CriteriaReading): { words: string; source: Phrase }[] {
  return criteria.parts
    .filter(({ role }) => role === "not_read")
    .map(({ source }) => ({ words: wordsOf(of, source), source }));
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
