// Additions to and removals from a set, independent of concurrent changes by others.
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

/** Applies the changes to the saved set. */
export function withChanges<T>(saved: ReadonlySet<T>, { added, removed }: SetChanges<T>): ReadonlySet<T> {
  return new Set([...[...saved].filter((one) => !removed.has(one)), ...added]);
}
