// An unsaved job, as kept in the browser.
import { EMPTY_JOB, type JobText } from "@/entities/job/queries";

const isSameKind = (kept: unknown, empty: unknown): boolean =>
  Array.isArray(empty)
    ? Array.isArray(kept) && kept.every((item) => typeof item === "string")
    : typeof kept === typeof empty;

/** The kept draft without unknown fields; null without one. */
export function draftOf(kept: unknown): Partial<JobText> | null {
  if (typeof kept !== "object" || kept === null) return null;
  const fields = Object.entries(kept).filter(
    ([field, value]) => field in EMPTY_JOB && isSameKind(value, EMPTY_JOB[field as keyof JobText]),
  );
  return fields.length > 0 ? (Object.fromEntries(fields) as Partial<JobText>) : null;
}
