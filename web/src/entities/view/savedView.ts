// What of a screen's address a saved view keeps, and the address that a saved view opens.

/** A screen with views: its name in the API, and the search parameters that say how it is shown. */
export interface ViewScreen {
  name: string;
  params: readonly string[];
  /** Those that make no sense with another view: a page of the list, who is open. */
  resets?: readonly string[];
}

/** The part of the address that a saved view keeps: how the screen is shown, and not what is open on it. */
export function savedQuery({ params: names }: ViewScreen, params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}

/** The address with a saved view in place of how the screen is shown now. */
export function withSaved(screen: ViewScreen, params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...screen.params, ...(screen.resets ?? [])]) next.delete(name);
  const saved = savedQuery(screen, new URLSearchParams(query));
  for (const [name, value] of new URLSearchParams(saved)) next.set(name, value);
  return next;
}
