// The letters of a cockpit: what is written for whom, what came of it, and what can be sent.
import type { GeneratedEmail, SentEmail } from "@/entities/email/queries";
import type { Email, EmailStatus } from "@/lib/api/types";

export type LetterState = "empty" | "generating" | "ready" | "failed" | "queued" | "sent" | "not_sent" | "unknown";

export interface Letter {
  applicationId: string;
  /** The address it goes to; null where the candidate has none. */
  to: string | null;
  /** Whether this email may be sent from where the candidate is. */
  isAllowed: boolean;
  subject: string;
  body: string;
  state: LetterState;
  /** Why it failed, as the server put it. */
  reason: string | null;
  /** Why a template stands in for the model's text. */
  fallbackReason: string | null;
  /** The draft the server keeps of it. */
  draftId: string | null;
}

export type Letters = ReadonlyMap<string, Letter>;

export function emptyLetter(applicationId: string, to: string | null, isAllowed: boolean): Letter {
  return {
    applicationId,
    to,
    isAllowed,
    subject: "",
    body: "",
    state: "empty",
    reason: null,
    fallbackReason: null,
    draftId: null,
  };
}

function changed(letters: Letters, ids: Iterable<string>, change: (letter: Letter) => Partial<Letter>): Letters {
  const next = new Map(letters);
  for (const id of ids) {
    const letter = next.get(id);
    if (letter) next.set(id, { ...letter, ...change(letter) });
  }
  return next;
}

/** Takes in the drafts the server keeps, but nothing over what is written here. One that is being written is ready with a new text. */
export function withDrafts(letters: Letters, drafts: readonly Email[]): Letters {
  const byId = new Map(drafts.map((draft) => [draft.application_id, draft]));
  return changed(letters, byId.keys(), (letter) => {
    const draft = byId.get(letter.applicationId);
    if (!draft) return {};
    const isNew = draft.subject !== letter.subject || draft.body !== letter.body;
    if (letter.state !== "empty" && !(letter.state === "generating" && isNew)) return { draftId: draft.id };
    const { subject, body, fallback_reason } = draft;
    return { draftId: draft.id, subject, body, state: "ready", fallbackReason: fallback_reason ?? null };
  });
}

export function withGenerating(letters: Letters, ids: readonly string[]): Letters {
  return changed(letters, ids, () => ({ state: "generating", reason: null }));
}

/** Takes in what generating came to; a candidate the answer does not name has failed as well. What has been there as a draft
 * since, and may have been changed here, stays. */
export function withGenerated(letters: Letters, asked: readonly string[], results: readonly GeneratedEmail[]): Letters {
  const byId = new Map(results.map((result) => [result.applicationId, result]));
  return changed(letters, asked, (letter) => {
    if (letter.state !== "generating") return {};
    const result = byId.get(letter.applicationId);
    if (result?.status === "success" && result.data) {
      return { ...result.data, state: "ready", reason: null, fallbackReason: result.fallbackReason ?? null };
    }
    return { state: "failed", reason: result?.error ?? null };
  });
}

/** Those that are still being written have failed. */
export function withFailed(letters: Letters, ids: readonly string[]): Letters {
  return changed(letters, ids, ({ state }) => (state === "generating" ? { state: "failed" } : {}));
}

export function withText(letters: Letters, id: string, text: Partial<Pick<Letter, "subject" | "body">>): Letters {
  return changed(letters, [id], (letter) => {
    const next = { ...letter, ...text };
    return { ...text, reason: null, state: next.subject.trim() || next.body.trim() ? "ready" : "empty" };
  });
}

export function withState(letters: Letters, ids: readonly string[], state: LetterState): Letters {
  return changed(letters, ids, () => ({ state }));
}

const OUTCOMES: Partial<Record<EmailStatus, LetterState>> = { sent: "sent", failed: "not_sent", unknown: "unknown" };

/** Takes in what sending came to; what the answer does not name was taken back before it was sent. */
export function withSent(letters: Letters, ids: readonly string[], results: readonly SentEmail[]): Letters {
  const byId = new Map(results.map((result) => [result.applicationId, result]));
  return changed(letters, ids, ({ applicationId, state }) => {
    if (state !== "queued") return {};
    const result = byId.get(applicationId);
    if (!result) return { state: "ready" };
    return { state: OUTCOMES[result.status] ?? "unknown", reason: result.error ?? null, draftId: null };
  });
}

export interface Tally {
  sendable: readonly Letter[];
  notAllowed: number;
  withoutAddress: number;
  withoutText: number;
}

/** What a click on send would do. */
export function tallyOf(letters: Letters): Tally {
  const open = [...letters.values()].filter(({ state }) => ["empty", "ready", "failed", "not_sent"].includes(state));
  const allowed = open.filter(({ isAllowed }) => isAllowed);
  const written = allowed.filter(({ subject, body }) => subject.trim() !== "" && body.trim() !== "");
  return {
    notAllowed: open.length - allowed.length,
    sendable: written.filter(({ to }) => to !== null),
    withoutAddress: written.filter(({ to }) => to === null).length,
    withoutText: allowed.length - written.length,
  };
}
