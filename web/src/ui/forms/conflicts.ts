// Converts a form's conflicts for the notice.
import type { FieldConflict } from "./ConflictNotice";

interface Conflicting<T extends object> {
  value: T;
  conflicts: Partial<T>;
}

/** All fields that someone else changed too, with both values as text. */
export function conflictsOf<T extends object>(
  { value, conflicts }: Conflicting<T>,
  labels: Record<keyof T, string>,
  inWords: <Field extends keyof T>(value: T[Field], field: Field) => string,
): (FieldConflict & { field: keyof T & string })[] {
  return (Object.keys(labels) as (keyof T & string)[])
    .filter((field) => field in conflicts)
    .map((field) => ({
      field,
      label: labels[field],
      mine: inWords(value[field], field),
      theirs: inWords(conflicts[field] as T[typeof field], field),
    }));
}
