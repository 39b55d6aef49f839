// What was added to a set and taken from it, apart from what others change of it meanwhile.
export interface SetChanges<T> {
  added: ReadonlySet<T>;
  removed: ReadonlySet<T>;
}

export function setChanges<T>(saved: ReadonlySet<T>, next: ReadonlySet<T>): SetChanges<T> {
  return {
    added: new Set([...next].filter((one) => !saved.has(one))),
    removed: new Set([...saved].filter((one) => !next.has(one))),
  };
}

/** The changes on top of what is saved. */
export function withChanges<T>(saved: ReadonlySet<T>, { added, removed }: SetChanges<T>): ReadonlySet<T> {
  return new Set([...[...saved].filter((one) => !removed.has(one)), ...added]);
}
