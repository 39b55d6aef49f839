// The redirect target after sign-in; only paths of this app are allowed.
import { href } from "@/lib/routes/href";

/** The stored target if it is a path of this app, else the start page. */
export function safeTarget(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith(href("login")) ? next : "/";
}
