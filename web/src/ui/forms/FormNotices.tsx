// What every form over server data shows: lost permission, others' changes, and the question before discarding.
import { ConflictNotice } from "./ConflictNotice";
import { conflictsOf } from "./conflicts";
import { type KeptReason, PermissionLostNotice } from "./PermissionLostNotice";
import { UnsavedDialog } from "./unsaved";
import type { ServerForm } from "./useServerForm";

interface Props<T extends object> {
  form: ServerForm<T>;
  labels: Record<keyof T, string>;
  /** A field's value as text; empty for what must not be copied, such as passwords. */
  inWords: <Field extends keyof T>(value: T[Field], field: Field) => string;
  /** Why it can't be saved anymore, where that isn't a lost permission. */
  closed?: KeptReason | undefined;
}

export function FormNotices<T extends object>({ form, labels, inWords, closed }: Props<T>) {
  const changed = (Object.keys(labels) as (keyof T)[]).filter((field) => field in form.changes);
  return (
    <>
      {form.canSave || !form.isDirty ? null : (
        <PermissionLostNotice
          reason={closed}
          fields={changed.map((field) => ({ label: labels[field], value: inWords(form.value[field], field) }))}
        />
      )}
      <ConflictNotice
        conflicts={conflictsOf(form, labels, inWords)}
        onResolve={(field, choice) => form.resolve(field as keyof T, choice)}
      />
      <UnsavedDialog guard={form.guard} />
    </>
  );
}
