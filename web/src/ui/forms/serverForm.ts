// State of a form over shared data: base, edits and conflicts.

export type Version = number | string;

export interface FormState<T extends object> {
  /** The server's value the form last agreed with. */
  base: T;
  version: Version;
  value: T;
  /** Fields that someone else changed to something else than entered here, with their value. */
  conflicts: Partial<T>;
}

export function startForm<T extends object>(saved: T, version: Version): FormState<T> {
  return { base: saved, version, value: saved, conflicts: {} };
}

/** Edits that the server doesn't have, and what they are based on. */
export interface Unsent<T extends object> {
  base: T;
  version: Version;
  changes: Partial<T>;
}

/** The form with edits kept from an earlier visit, on top of the server's current value. */
export function resumeForm<T extends object>(kept: Unsent<T>, saved: T, version: Version): FormState<T> {
  const base = { ...saved, ...kept.base };
  return receive({ base, version: kept.version, value: { ...base, ...kept.changes }, conflicts: {} }, saved, version);
}

export function isEqual(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function fieldsOf<T extends object>(value: T): (keyof T)[] {
  return Object.keys(value) as (keyof T)[];
}

/** The fields that differ from the base, which are sent. */
export function changedFields<T extends object>({ base, value }: FormState<T>): Partial<T> {
  const changed: Partial<T> = {};
  for (const field of fieldsOf(value)) if (!isEqual(base[field], value[field])) changed[field] = value[field];
  return changed;
}

export function isDirty<T extends object>(state: FormState<T>): boolean {
  return fieldsOf(changedFields(state)).length > 0;
}

export function edit<T extends object>(state: FormState<T>, change: Partial<T>): FormState<T> {
  return { ...state, value: { ...state.value, ...change } };
}

/** Applies a newer version: unedited fields follow it, edited ones stay, and both changed is a conflict. */
export function receive<T extends object>(state: FormState<T>, saved: T, version: Version): FormState<T> {
  if (version <= state.version) return state;
  const value = { ...state.value };
  const conflicts: Partial<T> = {};
  for (const field of fieldsOf(saved)) {
    const touched = !isEqual(state.base[field], state.value[field]);
    if (!touched) value[field] = saved[field];
    else if (!isEqual(saved[field], state.value[field])) {
      const theirs = !isEqual(saved[field], state.base[field]);
      if (theirs || field in state.conflicts) conflicts[field] = saved[field];
    }
  }
  return { base: saved, version, value, conflicts };
}

/** Applies a save's response: sent fields are settled, later edits stay. */
export function accept<T extends object>(state: FormState<T>, sent: T, saved: T, version: Version): FormState<T> {
  const value = { ...state.value };
  for (const field of fieldsOf(saved)) {
    if (isEqual(state.value[field], sent[field])) value[field] = saved[field];
  }
  return { base: saved, version, value, conflicts: {} };
}

/** Resolves one conflict: mine stays as an edit, theirs replaces it. */
export function resolve<T extends object>(
  state: FormState<T>,
  field: keyof T,
  choice: "mine" | "theirs",
): FormState<T> {
  const { [field]: theirs, ...rest } = state.conflicts;
  const value = choice === "theirs" ? { ...state.value, [field]: theirs } : state.value;
  return { ...state, value, conflicts: rest as Partial<T> };
}
