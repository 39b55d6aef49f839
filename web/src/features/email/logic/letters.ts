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
  /** Whether a person wrote what the server may not keep yet. */
  isEdited: boolean;
  /** The email that waits to be sent, and when it will be, where the server told. */
  queued: { id: string; sendAt: string | null } | null;
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
    isEdited: false,
    queued: null,
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
    const fallbackReason = fallback_reason ?? null;
    return { draftId: draft.id, subject, body, state: "ready", fallbackReason, isEdited: false };
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
      const fallbackReason = result.fallbackReason ?? null;
      return { ...result.data, state: "ready", reason: null, fallbackReason, isEdited: false };
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
    const isEmpty = !next.subject.trim() && !next.body.trim();
    return { ...text, reason: null, isEdited: true, state: isEmpty ? "empty" : "ready" };
  });
}

export function withState(letters: Letters, ids: readonly string[], state: LetterState): Letters {
  return changed(letters, ids, () => ({ state }));
}

/** Takes in what waits to be sent; nothing else can be sent to these candidates meanwhile. */
export function withQueued(letters: Letters, waiting: readonly Email[]): Letters {
  const byId = new Map(waiting.map((email) => [email.application_id, email]));
  return changed(letters, byId.keys(), ({ applicationId, state }) => {
    const email = byId.get(applicationId);
    if (!email || state === "generating") return {};
    const { id, subject, body, send_at } = email;
    return { subject, body, state: "queued", reason: null, isEdited: false, queued: { id, sendAt: send_at ?? null } };
  });
}

/** Those that were waiting to be sent when the server last told, and are not anymore. */
export function noLongerWaiting(letters: Letters, waiting: readonly Email[]): readonly Letter[] {
  const ids = new Set(waiting.map(({ id }) => id));
  return [...letters.values()].filter(({ state, queued }) => state === "queued" && queued && !ids.has(queued.id));
}

/** Takes in what became of an email that was waiting: it went out or not, or it is a draft again. */
export function withLatest(letters: Letters, id: string, latest: Email | undefined): Letters {
  return changed(letters, [id], ({ state }) => {
    if (state !== "queued") return {};
    if (latest?.status === "draft") return { state: "ready", draftId: latest.id, queued: null };
    const outcome = latest && OUTCOMES[latest.status];
    return outcome ? { state: outcome, reason: latest.error ?? null, draftId: null, queued: null } : {};
  });
}

const OUTCOMES: Partial<Record<EmailStatus, LetterState>> = { sent: "sent", failed: "not_sent", unknown: "unknown" };

/** Takes in what sending came to; what the answer does not name was taken back before it was sent. */
export function withSent(letters: Letters, ids: readonly string[], results: readonly SentEmail[]): Letters {
  const byId = new Map(results.map((result) => [result.applicationId, result]));
  return changed(letters, ids, ({ applicationId, state }) => {
    if (state !== "queued") return {};
    const result = byId.get(applicationId);
    if (!result) return { state: "ready", queued: null };
    return { state: OUTCOMES[result.status] ?? "unknown", reason: result.error ?? null, draftId: null, queued: null };
  });
}

export interface Tally {
  sendable: readonly Letter[];
  notAllowed: number;
  withoutAddress: number;
  withoutText: number;
}

/** The server keeps what is written of a letter as this draft. */
export function withDraftId(letters: Letters, id: string, draftId: string): Letters {
  return changed(letters, [id], () => ({ draftId }));
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
