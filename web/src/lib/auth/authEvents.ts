// What happens to a session, and one small emitter that tells whoever must know.
import type { Session } from "@/lib/api/types";

export type AuthEvent =
  /** The page opened and found this out. */
  | { type: "initial"; session: Session | null }
  | { type: "signed_in" | "token_refreshed" | "user_updated" | "password_recovery"; session: Session }
  /** `expired` when nobody asked for it. */
  | { type: "signed_out"; expired: boolean };

/** Everything but the first look: what one tab tells the others. */
export type AuthChange = Exclude<AuthEvent, { type: "initial" }>;

export class AuthEvents {
  readonly #listeners = new Set<(event: AuthEvent) => void>();

  /** Returns the way to stop listening. */
  on(listener: (event: AuthEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: AuthEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** Whether somebody else may be at the screen from here on: nothing chosen or fetched before may stay. */
export function isIdentityChange(event: AuthEvent): boolean {
  return event.type === "signed_in" || event.type === "signed_out";
}
