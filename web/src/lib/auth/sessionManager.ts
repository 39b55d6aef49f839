// Refreshes the session before it expires, one tab at a time, and broadcasts changes to the other tabs.

import type { Session } from "@/lib/api/types";
import { type AuthChange, type AuthEvent, AuthEvents } from "./authEvents";
import { browserEnvironment, type SessionEnvironment } from "./environment";

/** How often the time left is looked at; a refresh that fails is tried again for as long, then at the next look. */
export const TICK = 30_000;
/** A session with less time left than this is refreshed. */
export const MARGIN = 90_000;
/** The wait before the second try; it doubles from try to try. */
export const FIRST_WAIT = 200;
const PASSING = [502, 503, 504];

/** What a refresh came to: a new session, none any more, or no telling for now. */
export type Refreshed = "renewed" | "over" | "unreachable";

export class SessionManager {
  readonly #environment: SessionEnvironment;
  readonly #events = new AuthEvents();
  #session: Session | null | undefined;
  #refreshing: Promise<Refreshed> | null = null;

  constructor(environment: SessionEnvironment) {
    this.#environment = environment;
  }

  on(listener: (event: AuthEvent) => void): () => void {
    return this.#events.on(listener);
  }

  /** Looks after the session until the returned function is called. */
  start(): () => void {
    const timer = setInterval(this.#tick, TICK);
    const stops = [this.#environment.listen(this.#onMessage), this.#environment.onReturn(this.#tick)];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }

  /** What the server said when this page asked who is signed in. */
  setInitial(session: Session | null): void {
    const first = this.#session === undefined;
    this.#store(session);
    if (first) this.#events.emit({ type: "initial", session });
  }

  /** Makes a change that began in this tab known, here and in the others. */
  change(change: AuthChange): void {
    this.#apply(change);
    this.#environment.broadcast(change);
  }

  /** The session turned out to be over. */
  expire(): void {
    if (this.#session) this.change({ type: "signed_out", expired: true });
  }

  /** One refresh however many calls found out at once. */
  refresh(): Promise<Refreshed> {
    const known = this.#session?.expires_at ?? null;
    this.#refreshing ??= this.#environment
      .withLock(() => this.#renew(known))
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  async #renew(known: string | null): Promise<Refreshed> {
    const until = this.#environment.expiryStore.read();
    if (this.#session && until && until !== known && timeLeft(until) >= MARGIN) {
      // Another tab was faster while this one waited for its turn.
      this.#apply({ type: "token_refreshed", session: { ...this.#session, expires_at: until } });
      return "renewed";
    }
    for (let wait = FIRST_WAIT, waited = 0; ; wait *= 2) {
      const answer = await this.#environment.requestRefresh().catch(() => null);
      if (answer?.ok) {
        this.#renewed(await answer.json());
        return "renewed";
      }
      // An answer that nobody reads stays open.
      await answer?.text().catch(() => "");
      if (answer?.status === 401) {
        this.expire();
        return "over";
      }
      waited += wait;
      if ((answer && !PASSING.includes(answer.status)) || waited > TICK) return "unreachable";
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  #renewed(session: Session): void {
    if (this.#session?.user.id === session.user.id) this.change({ type: "token_refreshed", session });
    // Nobody asked yet who is signed in: the page's first look, which waits for this, will tell.
    else if (this.#session === undefined) this.#environment.expiryStore.write(session.expires_at);
    else this.change({ type: "signed_in", session });
  }

  #apply(change: AuthChange): void {
    this.#store(change.type === "signed_out" ? null : change.session);
    this.#events.emit(change);
  }

  #store(session: Session | null): void {
    this.#session = session;
    this.#environment.expiryStore.write(session?.expires_at ?? null);
  }

  #tick = (): void => {
    if (this.#session && timeLeft(this.#session.expires_at) < MARGIN) void this.refresh();
  };

  #onMessage = (change: AuthChange): void => {
    if (change.type === "signed_out") {
      if (this.#session) this.#apply(change);
    } else if (this.#session?.user.id === change.session.user.id) {
      this.#apply(change);
    } else {
      this.#apply({ type: "signed_in", session: change.session });
    }
  };
}

function timeLeft(until: string): number {
  return Date.parse(until) - Date.now();
}

/** The session manager of this tab. */
export const sessionManager = new SessionManager(browserEnvironment);

/** Tells what happens to the session. Returns the way to stop listening. */
export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  return sessionManager.on(listener);
}
