// Which search parameters a saved view stores, and the URL it opens.

/** A screen with views: its name in the API, and the stored search parameters. */
export interface ViewScreen {
  name: string;
  params: readonly string[];
  /** Parameters reset by another view: the page of a list, the opened item. */
  resets?: readonly string[];
}

/** The stored part of the URL: how the screen is shown, not what is open. */
export function savedQuery({ params: names }: ViewScreen, params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}

/** The URL with a saved view applied. */
export function withSaved(screen: ViewScreen, params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...screen.params, ...(screen.resets ?? [])]) next.delete(name);
  const saved = savedQuery(screen, new URLSearchParams(query));
  for (const [name, value] of new URLSearchParams(saved)) next.set(name, value);
  return next;
}
