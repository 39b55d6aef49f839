// The form hook for server data: sends only changed fields with the version they are based on, and never loses input.
import { useState } from "react";
import { ApiProblem } from "@/lib/api/problem";
import { useFieldErrors } from "../errorText";
import {
  accept,
  changedFields,
  edit,
  type FormState,
  isDirty,
  isEqual,
  receive,
  resolve,
  resumeForm,
  startForm,
  type Unsent,
  type Version,
} from "./serverForm";
import { type UnsavedGuard, useUnsavedGuard } from "./unsaved";

interface Saved<T> {
  saved: T;
  /** Absent for unversioned data, whose content then identifies its version. */
  version?: Version;
}

/** How others' changes are noticed: by the version the server checks, or by refetching before unversioned data is saved. */
type Concurrency<T> = { version: Version; refresh?: never } | { version?: never; refresh: () => Promise<T> };

type Options<T extends object> = Concurrency<T> & {
  saved: T;
  /** Sends the changes, or the whole value if the API requires it; resolves with the server's new value. */
  save: (changes: Partial<T>, version: Version, value: T) => Promise<Saved<T>>;
  /** Parses the row of a 409 `request.stale`. */
  readCurrent?: (current: unknown) => Saved<T> | null;
  /** Whether I may save. Without it the fields are read only, and unsaved input stays. */
  canSave: boolean;
  /** Edits of an earlier visit, which the form starts with. */
  kept?: Unsent<T> | null;
};

export interface ServerForm<T extends object> {
  value: T;
  edit: (change: Partial<T>) => void;
  isDirty: boolean;
  /** The fields that were edited. */
  changes: Partial<T>;
  /** The edits with what they are based on, to be kept until they are saved. */
  unsent: Unsent<T>;
  canSave: boolean;
  isSaving: boolean;
  /** The error of the last save. */
  error: unknown;
  /** Messages by field, from a 422; API names may differ from the form's. */
  fieldErrors: Partial<Record<keyof T, string>> & Record<string, string | undefined>;
  /** Others' values of fields that both changed; saving waits until they are resolved. */
  conflicts: Partial<T>;
  resolve: (field: keyof T, choice: "mine" | "theirs") => void;
  /** Returns whether it was saved. */
  submit: () => Promise<boolean>;
  guard: UnsavedGuard;
}

function hasConflicts<T extends object>(state: FormState<T>): boolean {
  return Object.keys(state.conflicts).length > 0;
}

/** The next version of unversioned data. */
function nextVersion(version: Version): number {
  return Number(version) + 1;
}

export function useServerForm<T extends object>(options: Options<T>): ServerForm<T> {
  const { saved, version, save, canSave, readCurrent, refresh, kept } = options;
  const [state, setState] = useState(() =>
    kept ? resumeForm(kept, saved, version ?? 0) : startForm(saved, version ?? 0),
  );
  const [seen, setSeen] = useState({ saved, version });
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const toFieldErrors = useFieldErrors();

  const isNew = version === undefined ? !isEqual(saved, seen.saved) : version !== seen.version;
  // Data arriving during a save is applied after its response.
  if (isNew && !isSaving) {
    setSeen({ saved, version });
    setState((former) => receive(former, saved, version ?? nextVersion(former.version)));
  }
  const dirty = isDirty(state);

  /** The state on top of the server's current value. */
  const refreshed = async (from: FormState<T>): Promise<FormState<T>> => {
    if (!refresh) return from;
    const current = await refresh();
    if (isEqual(current, from.base)) return from;
    setState((former) => receive(former, current, nextVersion(former.version)));
    return receive(from, current, nextVersion(from.version));
  };

  /** Saves a state; a stale one without conflicts is sent again on the newer version. */
  const send = async (from: FormState<T>): Promise<boolean> => {
    try {
      const answer = await save(changedFields(from), from.version, from.value);
      setState((former) => accept(former, from.value, answer.saved, answer.version ?? nextVersion(former.version)));
      return true;
    } catch (problem) {
      const current =
        problem instanceof ApiProblem && problem.code === "request.stale" ? readCurrent?.(problem.current) : null;
      if (current?.version === undefined || current.version <= from.version) throw problem;
      const { saved: theirs, version: theirVersion } = current;
      const merged = receive(from, theirs, theirVersion);
      setState((former) => receive(former, theirs, theirVersion));
      if (hasConflicts(merged)) return false;
      return send(merged);
    }
  };

  return {
    value: state.value,
    edit: (change) => setState((former) => edit(former, change)),
    isDirty: dirty,
    changes: changedFields(state),
    unsent: { base: state.base, version: state.version, changes: changedFields(state) },
    canSave,
    isSaving,
    // The notice of the lost permission already explains this refusal.
    error: canSave ? error : null,
    fieldErrors: toFieldErrors(error) as ServerForm<T>["fieldErrors"],
    conflicts: state.conflicts,
    resolve: (field, choice) => setState((former) => resolve(former, field, choice)),
    submit: async () => {
      if (isSaving || !canSave || hasConflicts(state)) return false;
      setSaving(true);
      setError(null);
      try {
        const from = await refreshed(state);
        return hasConflicts(from) ? false : await send(from);
      } catch (problem) {
        setError(problem);
        return false;
      } finally {
        setSaving(false);
      }
    },
    guard: useUnsavedGuard(dirty),
  };
}
