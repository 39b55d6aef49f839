// Refreshes the session before it expires, one tab at a time, and broadcasts changes to the other tabs.

import type { Session } from "@/lib/api/types";
import { onReset } from "@/lib/store";
import { type AuthChange, type AuthEvent, AuthEvents } from "./authEvents";
import { browserEnvironment, type SessionEnvironment } from "./environment";

/** How often the expiry is checked; a failing refresh is retried for as long, then at the next check. */
export const CHECK_INTERVAL_MS = 30_000;
/** A session that expires sooner is refreshed. */
export const REFRESH_MARGIN_MS = 90_000;
/** Delay before the first retry; it doubles. */
export const FIRST_RETRY_MS = 200;
const TRANSIENT_STATUSES = [502, 503, 504];

/** Result of a refresh: a new session, none any more, or unknown for now. */
export type RefreshResult = "renewed" | "over" | "unreachable";

export class SessionManager {
  readonly #environment: SessionEnvironment;
  readonly #events = new AuthEvents();
  #session: Session | null | undefined;
  /** The tab's user, also after their session expired, until the next sign-in or sign-out. */
  #userId: string | null = null;
  #refreshing: Promise<RefreshResult> | null = null;

  constructor(environment: SessionEnvironment) {
    this.#environment = environment;
  }

  on(listener: (event: AuthEvent) => void): () => void {
    return this.#events.on(listener);
  }

  /** Starts the manager; returns the function that stops it. */
  start(): () => void {
    const timer = setInterval(this.#tick, CHECK_INTERVAL_MS);
    const stops = [this.#environment.listen(this.#onMessage), this.#environment.onVisible(this.#tick)];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }

  /** Forgets the session, as before the page loaded one. */
  reset(): void {
    this.#session = undefined;
    this.#userId = null;
    this.#refreshing = null;
  }

  /** Sets the session that the page loaded first. */
  setInitial(session: Session | null): void {
    const first = this.#session === undefined;
    this.#store(session);
    if (first) this.#events.emit({ type: "initial", session });
  }

  /** Applies a change of this tab and broadcasts it. */
  change(change: AuthChange): void {
    this.#apply(change);
    this.#environment.broadcast(change);
  }

  /** Whether it is known that there is no session to refresh. */
  get isSignedOut(): boolean {
    return this.#session === null;
  }

  expire(): void {
    if (this.#session) this.change({ type: "signed_out", expired: true });
  }

  /** Refreshes once for concurrent calls. */
  refresh(): Promise<RefreshResult> {
    const known = this.#session?.expires_at ?? null;
    this.#refreshing ??= this.#environment
      .withLock(() => this.#renew(known))
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  async #renew(known: string | null): Promise<RefreshResult> {
    const until = this.#environment.expiryStore.read();
    if (this.#session && until && until !== known && timeLeft(until) >= REFRESH_MARGIN_MS) {
      // Another tab was faster while this one waited for its turn.
      this.#apply({ type: "token_refreshed", session: { ...this.#session, expires_at: until } });
      return "renewed";
    }
    for (let wait = FIRST_RETRY_MS, waited = 0; ; wait *= 2) {
      const answer = await this.#environment.requestRefresh().catch(() => null);
      if (answer?.ok) {
        this.#renewed(await answer.json());
        return "renewed";
      }
      // An unread body keeps the connection open.
      await answer?.text().catch(() => "");
      if (answer?.status === 401) {
        this.expire();
        return "over";
      }
      waited += wait;
      if ((answer && !TRANSIENT_STATUSES.includes(answer.status)) || waited > CHECK_INTERVAL_MS) return "unreachable";
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  #renewed(session: Session): void {
    if (this.#session?.user.id === session.user.id) this.change({ type: "token_refreshed", session });
    // Not loaded yet: the page's first session check will emit the event.
    else if (this.#session === undefined) this.#environment.expiryStore.write(session.expires_at);
    else this.change({ type: "signed_in", session });
  }

  #apply(change: AuthChange): void {
    const [former, formerId] = [this.#session, this.#userId];
    this.#store(change.type === "signed_out" ? null : change.session);
    if (change.type === "signed_out") {
      if (!change.expired) this.#userId = null;
      this.#events.emit(change);
    } else if (formerId !== null && formerId !== change.session.user.id) {
      // Also by a link of theirs, such as one for a new password.
      this.#events.emit({ type: "signed_in", session: change.session });
    } else if (formerId !== null && former === null) {
      this.#events.emit({ type: "resumed", session: change.session });
    } else {
      this.#events.emit(change);
    }
  }

  #store(session: Session | null): void {
    this.#session = session;
    if (session) this.#userId = session.user.id;
    this.#environment.expiryStore.write(session?.expires_at ?? null);
  }

  #tick = (): void => {
    if (this.#session && timeLeft(this.#session.expires_at) < REFRESH_MARGIN_MS) void this.refresh();
  };

  #onMessage = (change: AuthChange): void => {
    if (change.type === "signed_out") {
      if (this.#session || (this.#userId && !change.expired)) this.#apply(change);
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
onReset(() => sessionManager.reset());

/** Subscribes to session events; returns the unsubscribe function. */
export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  return sessionManager.on(listener);
}
