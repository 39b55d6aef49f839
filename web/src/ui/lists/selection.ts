// Selection in lists: single items, or a range with shift.

export interface Selection {
  ids: ReadonlySet<string>;
  /** The start of a range. */
  anchor: string | null;
}

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: null };

/** Toggles one card; with a range, adds all from the anchor to it in lane order. */
export function select(selection: Selection, id: string, lane: readonly string[], range: boolean): Selection {
  const from = selection.anchor ? lane.indexOf(selection.anchor) : -1;
  const to = lane.indexOf(id);
  if (range && from >= 0 && to >= 0) {
    const between = lane.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor };
  }
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Without these items. */
export function deselect(selection: Selection, ids: readonly string[]): Selection {
  return { ...selection, ids: new Set([...selection.ids].filter((id) => !ids.includes(id))) };
}

/** Without items that are no longer shown. */
export function retainSelected(selection: Selection, present: ReadonlySet<string>): Selection {
  if ([...selection.ids].every((id) => present.has(id))) return selection;
  return { ...selection, ids: new Set([...selection.ids].filter((id) => present.has(id))) };
}
