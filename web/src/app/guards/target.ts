// Where to go after signing in; only ever a page of ours.

/** The kept target if it is a path of this app, else the start page. */
export function safeTarget(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith("/login") ? next : "/";
}
