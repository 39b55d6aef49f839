// The one way to edit what the server keeps: sends only changed fields with the version they are based on, and loses nothing.
import { useState } from "react";
import { ApiProblem } from "@/lib/api/problem";
import { useFieldErrors } from "../errorText";
import {
  accept,
  changedFields,
  edit,
  type FormState,
  isDirty,
  receive,
  resolve,
  startForm,
  type Version,
} from "./serverForm";
import { type UnsavedGuard, useUnsavedGuard } from "./unsaved";

interface Saved<T> {
  saved: T;
  version: Version;
}

interface Options<T extends object> extends Saved<T> {
  /** Sends the changes; resolves with what the server has then. */
  save: (changes: Partial<T>, version: Version) => Promise<Saved<T>>;
  /** Reads the row that comes with a 409 `request.stale`. */
  readCurrent: (current: unknown) => Saved<T> | null;
}

export interface ServerForm<T extends object> {
  value: T;
  edit: (change: Partial<T>) => void;
  isDirty: boolean;
  isSaving: boolean;
  /** The last save's failure. */
  error: unknown;
  /** Messages by field, from a 422. */
  fieldErrors: Partial<Record<keyof T, string>>;
  /** Values of others where both changed the same field; saving waits until each is settled. */
  conflicts: Partial<T>;
  resolve: (field: keyof T, choice: "mine" | "theirs") => void;
  /** Whether it was saved. */
  submit: () => Promise<boolean>;
  guard: UnsavedGuard;
}

function hasConflicts<T extends object>(state: FormState<T>): boolean {
  return Object.keys(state.conflicts).length > 0;
}

export function useServerForm<T extends object>(options: Options<T>): ServerForm<T> {
  const { saved, version, save, readCurrent } = options;
  const [state, setState] = useState(() => startForm(saved, version));
  const [seen, setSeen] = useState(version);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const toFieldErrors = useFieldErrors();

  if (version !== seen) {
    setSeen(version);
    setState((former) => receive(former, saved, version));
  }
  const dirty = isDirty(state);

  /** Saves a state; a stale one whose changes collide with nothing is sent again on the newer version. */
  const send = async (from: FormState<T>): Promise<boolean> => {
    try {
      const answer = await save(changedFields(from), from.version);
      setState((former) => accept(former, from.value, answer.saved, answer.version));
      return true;
    } catch (problem) {
      const current =
        problem instanceof ApiProblem && problem.code === "request.stale" ? readCurrent(problem.current) : null;
      if (!current || current.version <= from.version) throw problem;
      const merged = receive(from, current.saved, current.version);
      setState((former) => receive(former, current.saved, current.version));
      if (hasConflicts(merged)) return false;
      return send(merged);
    }
  };

  return {
    value: state.value,
    edit: (change) => setState((former) => edit(former, change)),
    isDirty: dirty,
    isSaving,
    error,
    fieldErrors: toFieldErrors(error) as Partial<Record<keyof T, string>>,
    conflicts: state.conflicts,
    resolve: (field, choice) => setState((former) => resolve(former, field, choice)),
    submit: async () => {
      if (isSaving || hasConflicts(state)) return false;
      setSaving(true);
      setError(null);
      try {
        return await send(state);
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
