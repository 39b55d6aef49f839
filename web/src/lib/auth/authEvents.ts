// Session events and their emitter.
import type { Session } from "@/lib/api/types";

export type AuthEvent =
  /** The page's first session check. */
  | { type: "initial"; session: Session | null }
  | { type: "signed_in" | "token_refreshed" | "user_updated" | "password_recovery"; session: Session }
  /** The user of this tab signed in again after their session expired. */
  | { type: "resumed"; session: Session }
  /** `expired` if not caused by the user. */
  | { type: "signed_out"; expired: boolean };

/** Events that tabs broadcast to each other. */
export type AuthChange = Exclude<AuthEvent, { type: "initial" | "resumed" }>;

export class AuthEvents {
  readonly #listeners = new Set<(event: AuthEvent) => void>();

  /** Returns the unsubscribe function. */
  on(listener: (event: AuthEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: AuthEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** Whether the user may have changed: nothing of the previous one may remain. An expiry alone changes no user. */
export function isIdentityChange(event: AuthEvent): boolean {
  return event.type === "signed_in" || (event.type === "signed_out" && !event.expired);
}
