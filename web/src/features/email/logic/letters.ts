// The emails being written: text, result, and what can be sent.
import type { GeneratedEmail, SentEmail } from "@/entities/email/queries";
import type { Email, EmailLanguage, EmailStatus } from "@/lib/api/types";
import { type FormState, isDirty, receive, resolve } from "@/ui/forms/serverForm";

export type LetterState = "empty" | "generating" | "ready" | "failed" | "queued" | "sent" | "not_sent" | "unknown";

export interface LetterText {
  subject: string;
  body: string;
}

export interface Letter extends LetterText {
  applicationId: string;
  /** The recipient's address; null if the candidate has none. */
  to: string | null;
  /** Whether this email may be sent in the candidate's state. */
  isAllowed: boolean;
  state: LetterState;
  /** Reason of the failure, from the server. */
  reason: string | null;
  /** Why a template replaces the model's text. */
  fallbackReason: string | null;
  /** Who drafted it; absent if a person wrote it. */
  engine: NonNullable<Email["engine"]> | null;
  /** The language it is written in, where that is known. */
  language: EmailLanguage | null;
  /** The server's draft and its version; 0 without one. */
  draftId: string | null;
  version: number;
  /** The text on the server, as last known. */
  base: LetterText;
  /** Another user's text for fields that were changed here too. */
  conflicts: Partial<LetterText>;
  /** The scheduled email, if known from the server. */
  queued: Email | null;
  /** When it is sent, if it is queued. */
  sendAt: string | null;
  /** The text that a generated one replaced, until one of them is chosen. */
  former: LetterText | null;
}

export type Letters = ReadonlyMap<string, Letter>;

const NO_TEXT: LetterText = { subject: "", body: "" };

export function emptyLetter(applicationId: string, to: string | null, isAllowed: boolean): Letter {
  return {
    applicationId,
    to,
    isAllowed,
    ...NO_TEXT,
    state: "empty",
    reason: null,
    fallbackReason: null,
    engine: null,
    language: null,
    draftId: null,
    version: 0,
    base: NO_TEXT,
    conflicts: {},
    queued: null,
    sendAt: null,
    former: null,
  };
}

/** The recipient of a letter, and whether it may be sent; updated while the page is open. */
export type LetterFacts = Pick<Letter, "applicationId" | "to" | "isAllowed">;

/** Updates recipients of letters that are not queued or sent yet. */
export function withFacts(letters: Letters, facts: readonly LetterFacts[]): Letters {
  const byId = new Map(facts.map((one) => [one.applicationId, one]));
  return changeLetters(letters, byId.keys(), ({ applicationId, state }) =>
    [...OPEN, "not_sent", "generating"].includes(state) ? (byId.get(applicationId) ?? {}) : {},
  );
}

function changeLetters(letters: Letters, ids: Iterable<string>, change: (letter: Letter) => Partial<Letter>): Letters {
  const next = new Map(letters);
  for (const id of ids) {
    const letter = next.get(id);
    if (letter) next.set(id, { ...letter, ...change(letter) });
  }
  return next;
}

function textOf({ subject, body }: LetterText): LetterText {
  return { subject, body };
}

function formOf(letter: Letter): FormState<LetterText> {
  const { base, version, conflicts } = letter;
  return { base, version, value: textOf(letter), conflicts };
}

/** The state of a text stored in a server draft whose id is not known yet. */
function unknownDraft(letter: Letter) {
  return { base: textOf(letter), draftId: null, version: 0, conflicts: {} };
}

export function hasConflict({ conflicts }: Letter): boolean {
  return Object.keys(conflicts).length > 0;
}

/** Whether there are unsaved changes. */
export function isUnsaved(letter: Letter): boolean {
  const isOpen = letter.state === "ready" || (letter.state === "empty" && letter.draftId !== null);
  return isOpen && isDirty(formOf(letter));
}

export function hasText(letter: LetterText | undefined): boolean {
  return letter !== undefined && `${letter.subject}${letter.body}`.trim() !== "";
}

/** The letters without a text, and the drafts of the AI or a template that are in another language than they should. */
export function lettersToWrite(letters: Letters, languageOf: (applicationId: string) => EmailLanguage): Letter[] {
  return [...letters.values()].filter(
    ({ state, engine, language, applicationId }) =>
      state === "empty" ||
      state === "failed" ||
      (state === "ready" && engine !== null && language !== null && language !== languageOf(applicationId)),
  );
}

/** Begins a letter with a template, or replaces one that was not changed. */
export function withTemplate(
  letters: Letters,
  id: string,
  { language, ...text }: LetterText & { language: EmailLanguage },
): Letters {
  return changeLetters(letters, [id], (letter) => {
    const isOpen = letter.state === "empty" || letter.state === "ready";
    if (!isOpen || letter.draftId !== null || isDirty(formOf(letter))) return {};
    return { ...text, base: text, conflicts: {}, state: "ready", engine: "built-in", fallbackReason: null, language };
  });
}

const OPEN: readonly LetterState[] = ["empty", "ready", "failed"];

/**
 * Merges drafts from the server. Local changes stay; if another user changed the same field, both are kept until the
 * user chooses. A letter that is being generated becomes ready with a newer draft.
 */
export function withDrafts(letters: Letters, drafts: readonly Email[]): Letters {
  const byId = new Map(drafts.map((draft) => [draft.application_id, draft]));
  return changeLetters(letters, byId.keys(), (letter) => {
    const draft = byId.get(letter.applicationId);
    const isKnown = draft?.id === letter.draftId;
    if (!draft || (isKnown && draft.version <= letter.version)) return {};
    const theirs = textOf(draft);
    const known = {
      draftId: draft.id,
      version: draft.version,
      fallbackReason: draft.fallback_reason ?? null,
      engine: draft.engine ?? null,
      language: draft.language,
    };
    if (letter.state === "generating") return { ...known, ...theirs, base: theirs, conflicts: {}, state: "ready" };
    if (!OPEN.includes(letter.state)) return {};
    const form = formOf(letter);
    const { value, base, conflicts } = receive(isKnown ? form : { ...form, version: -1 }, theirs, draft.version);
    const state = letter.state === "empty" && !isBlank(value) ? "ready" : letter.state;
    return { ...known, ...value, base, conflicts, state };
  });
}

function isBlank({ subject, body }: LetterText): boolean {
  return !subject.trim() && !body.trim();
}

/** The draft was saved with the sent text. */
export function withSaved(letters: Letters, id: string, sent: LetterText, draft: Email): Letters {
  return changeLetters(letters, [id], () => ({ draftId: draft.id, version: draft.version, base: sent }));
}

/** After a refused save: the next save is based on the server's latest email of the type; the text stays. */
export function withRefused(letters: Letters, id: string, latest: Email | undefined): Letters {
  if (latest?.status === "draft") return withDrafts(letters, [latest]);
  return changeLetters(letters, [id], () => ({ draftId: null, version: 0, base: NO_TEXT, conflicts: {} }));
}

/** Resolves a conflict with my version or theirs. */
export function withResolved(
  letters: Letters,
  id: string,
  field: keyof LetterText,
  choice: "mine" | "theirs",
): Letters {
  return changeLetters(letters, [id], (letter) => {
    const { value, conflicts } = resolve(formOf(letter), field, choice);
    return { ...value, conflicts };
  });
}

/** Replaces the text of a letter by a template, and keeps it beside that. */
export function withTemplateInstead(
  letters: Letters,
  id: string,
  { language, ...text }: LetterText & { language: EmailLanguage },
): Letters {
  return changeLetters(letters, [id], (letter) => ({
    ...text,
    state: "ready",
    reason: null,
    engine: "built-in",
    fallbackReason: null,
    language,
    former: hasText(letter) ? textOf(letter) : null,
  }));
}

/** Texts that are about to be replaced are kept beside the new ones. */
export function withGenerating(letters: Letters, ids: readonly string[]): Letters {
  return changeLetters(letters, ids, (letter) => ({
    state: "generating",
    reason: null,
    former: hasText(letter) ? textOf(letter) : null,
  }));
}

/** The letters whose former text differs from what replaced it. */
export function rewrittenLetters(letters: Letters): Letter[] {
  return [...letters.values()].filter(
    ({ state, former, subject, body }) =>
      state === "ready" && former !== null && (former.subject !== subject || former.body !== body),
  );
}

/** Takes the former texts again. */
export function withFormer(letters: Letters, ids: readonly string[]): Letters {
  return changeLetters(letters, ids, ({ former, state }) =>
    former && state === "ready" ? { ...former, former: null } : {},
  );
}

/** Keeps the new texts. */
export function withoutFormer(letters: Letters, ids: readonly string[]): Letters {
  return changeLetters(letters, ids, () => ({ former: null }));
}

/** The generation result for a candidate whose draft someone else has changed; that draft is kept. */
const DRAFT_CHANGED = "request.stale";

/** Merges the result of generating; candidates missing from it have failed. A draft that arrived since stays. */
export function withGenerated(
  letters: Letters,
  asked: readonly string[],
  results: readonly GeneratedEmail[],
  languageOf: (applicationId: string) => EmailLanguage | null = () => null,
): Letters {
  const byId = new Map(results.map((result) => [result.applicationId, result]));
  return changeLetters(letters, asked, (letter) => {
    if (letter.state !== "generating") return {};
    const result = byId.get(letter.applicationId);
    if (result?.status === "success" && result.data) {
      const fallbackReason = result.fallbackReason ?? null;
      const { data, engine = null } = result;
      const language = languageOf(letter.applicationId);
      return { ...data, base: data, conflicts: {}, state: "ready", reason: null, fallbackReason, engine, language };
    }
    if (result?.error === DRAFT_CHANGED) {
      return { state: isBlank(letter) ? "empty" : "ready", reason: DRAFT_CHANGED, former: null };
    }
    return { state: "failed", reason: result?.error ?? null, former: null };
  });
}

/** Marks letters that are still being generated as failed. */
export function withFailed(letters: Letters, ids: readonly string[]): Letters {
  return changeLetters(letters, ids, ({ state }) => (state === "generating" ? { state: "failed", former: null } : {}));
}

export function withText(letters: Letters, id: string, text: Partial<LetterText>): Letters {
  return changeLetters(letters, [id], (letter) => {
    const next = { ...letter, ...text };
    return { ...text, reason: null, state: isBlank(next) ? "empty" : "ready" };
  });
}

/** The letters will be sent; what prevented an earlier attempt is over. */
export function withSending(letters: Letters, ids: readonly string[], at: Date): Letters {
  return changeLetters(letters, ids, () => ({ state: "queued", reason: null, former: null, sendAt: at.toISOString() }));
}

/** The letters are waiting for a time of their own. */
const LATER_MS = 60_000;

/** When a queued letter is sent, unless that is soon. */
export function laterTime({ state, sendAt }: Letter, now: number): string | null {
  return state === "queued" && sendAt !== null && Date.parse(sendAt) - now > LATER_MS ? sendAt : null;
}

/** Makes letters drafts again after sending was undone. */
export function withTakenBack(letters: Letters, ids: readonly string[]): Letters {
  return changeLetters(letters, ids, (letter) => ({ ...unknownDraft(letter), state: "ready", queued: null }));
}

/** Merges scheduled emails; nothing else can be sent to these candidates until then. */
export function withQueued(letters: Letters, waiting: readonly Email[]): Letters {
  const byId = new Map(waiting.map((email) => [email.application_id, email]));
  return changeLetters(letters, byId.keys(), (letter) => {
    const email = byId.get(letter.applicationId);
    // Typed text is first saved as a draft.
    if (!email || letter.state === "generating" || isUnsaved(letter)) return {};
    const text = textOf(email);
    return {
      ...text,
      base: text,
      conflicts: {},
      state: "queued",
      reason: null,
      draftId: null,
      version: 0,
      engine: email.engine ?? null,
      language: email.language,
      queued: email,
      sendAt: email.send_at ?? null,
    };
  });
}

/** Letters that were scheduled at the last poll and no longer are. */
export function lettersNoLongerQueued(letters: Letters, waiting: readonly Email[]): readonly Letter[] {
  const ids = new Set(waiting.map(({ id }) => id));
  return [...letters.values()].filter(({ state, queued }) => state === "queued" && queued && !ids.has(queued.id));
}

/** Merges the outcome of a scheduled email: sent, failed, or a draft again. */
export function withLatest(letters: Letters, id: string, latest: Email | undefined): Letters {
  return changeLetters(letters, [id], ({ state }) => {
    if (state !== "queued") return {};
    if (latest?.status === "draft") {
      const text = textOf(latest);
      return { ...text, base: text, state: "ready", draftId: latest.id, version: latest.version, queued: null };
    }
    const outcome = latest && OUTCOMES[latest.status];
    return outcome ? { state: outcome, reason: latest.error ?? null, draftId: null, version: 0, queued: null } : {};
  });
}

const OUTCOMES: Partial<Record<EmailStatus, LetterState>> = { sent: "sent", failed: "not_sent", unknown: "unknown" };

/** Merges the result of sending; letters missing from it were taken back before they were sent. */
export function withSent(letters: Letters, ids: readonly string[], results: readonly SentEmail[]): Letters {
  const byId = new Map(results.map((result) => [result.applicationId, result]));
  return changeLetters(letters, ids, (letter) => {
    if (letter.state !== "queued") return {};
    const result = byId.get(letter.applicationId);
    const kept = { ...unknownDraft(letter), queued: null };
    if (!result) return { ...kept, state: "ready" };
    return { ...kept, state: OUTCOMES[result.status] ?? "unknown", reason: result.error ?? null };
  });
}

/** Number of letters by author. */
export function countSources(letters: readonly Letter[]): { template: number; model: number; hand: number } {
  const count = (engine: Letter["engine"]) => letters.filter((letter) => letter.engine === engine).length;
  return { template: count("built-in"), model: count("model"), hand: count(null) };
}

export interface LetterSummary {
  sendable: readonly Letter[];
  notAllowed: number;
  withoutAddress: number;
  withoutText: number;
  /** With an unresolved conflict. */
  inConflict: number;
}

/** What sending would do. */
export function summarizeLetters(letters: Letters): LetterSummary {
  const open = [...letters.values()].filter(({ state }) => ["empty", "ready", "failed", "not_sent"].includes(state));
  const allowed = open.filter(({ isAllowed }) => isAllowed);
  const written = allowed.filter(({ subject, body }) => subject.trim() !== "" && body.trim() !== "");
  const settled = written.filter((letter) => !hasConflict(letter));
  return {
    notAllowed: open.length - allowed.length,
    sendable: settled.filter(({ to }) => to !== null),
    withoutAddress: settled.filter(({ to }) => to === null).length,
    withoutText: allowed.length - written.length,
    inConflict: written.length - settled.length,
  };
}
