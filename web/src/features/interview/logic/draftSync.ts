// Keeps a draft in the browser with every keystroke and on the server shortly after, through lost connections and closed tabs.
import { ApiProblem, isTransient } from "@/lib/api/problem";
import { type DraftContent, isSameDraft, mergeDrafts, readDraft } from "./draft";

/** Delay after the last keystroke. */
export const PAUSE_MS = 800;
/** Delay before a failed request is retried. */
export const RETRY_MS = 5_000;

export interface ServerDraft {
  content: unknown;
  version: number;
}

export interface DraftServer {
  /** Null without a draft. */
  load: () => Promise<ServerDraft | null>;
  /** Overwrites this version; 0 for a new draft. Returns the newer draft if the version is outdated. */
  put: (content: DraftContent, version: number) => Promise<{ version: number } | { later: ServerDraft }>;
  remove: () => Promise<void>;
}

/** What the tabs of this browser share. */
export interface DraftStorage {
  read: () => unknown;
  /** False where the browser refuses it. */
  write: (value: unknown) => boolean;
  remove: () => void;
}

/** Loading, not started, saved on the server, being saved, stored in this browser only, or not stored anywhere. */
export type DraftState = "opening" | "none" | "saved" | "saving" | "local" | "unsaved";

export interface DraftView {
  content: DraftContent | null;
  state: DraftState;
  /** Why the server refused it; it is sent again once the text changes. */
  refusal?: unknown;
}

interface StoredDraft {
  /** Sign-out asks before it deletes this. */
  isUnsent: boolean;
  content: DraftContent;
  /** The server's draft this one is based on. */
  base: DraftContent | null;
  version: number;
}

export class DraftSync {
  #view: DraftView = { content: null, state: "opening" };
  #base: DraftContent | null = null;
  #version = 0;
  /** What this browser had when this tab last read or wrote it. */
  #stored: DraftContent | null = null;
  #isStored = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | null = null;
  #isPaused = false;
  readonly #listeners = new Set<() => void>();
  readonly #server: DraftServer;
  readonly #storage: DraftStorage;

  constructor(server: DraftServer, storage: DraftStorage) {
    this.#server = server;
    this.#storage = storage;
  }

  view = (): DraftView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Merges this browser's and the server's drafts. */
  async open(): Promise<void> {
    const kept = readStoredDraft(this.#storage.read());
    this.#stored = kept?.content ?? null;
    let server: ServerDraft | null = null;
    let isReached = true;
    try {
      server = await this.#server.load();
    } catch {
      isReached = false;
    }
    // Without unsent changes, a draft that the server no longer has was finished or discarded elsewhere.
    if (isReached && !server && kept?.base && isSameDraft(kept.content, kept.base)) return this.forget();
    const theirs = server ? readDraft(server.content) : null;
    if (isReached) this.#version = server?.version ?? 0;
    else this.#version = kept?.version ?? 0;
    this.#base = isReached ? theirs : (kept?.base ?? null);
    const content = kept ? (theirs ? mergeDrafts(kept.base, kept.content, theirs) : kept.content) : theirs;
    if (!content) {
      this.#show(null, "none");
      return;
    }
    if (isReached && theirs && isSameDraft(content, theirs)) {
      const latest = this.#keep(content);
      this.#show(latest, latest === content ? "saved" : "saving");
      if (latest !== content) this.#schedule(PAUSE_MS);
      return;
    }
    this.edit(() => content, content);
  }

  start(content: DraftContent): void {
    this.edit(() => content, content);
  }

  edit(change: (content: DraftContent) => DraftContent, from: DraftContent | null = this.#view.content): void {
    if (!from) return;
    this.#show(this.#keep(change(from)), "saving");
    this.#schedule(PAUSE_MS);
  }

  /** Sends unsaved changes; returns whether everything is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending) await this.#sending;
    const { content, state, refusal } = this.#view;
    if (this.#isPaused || !content || state === "saved" || refusal) return state === "saved";
    this.#sending = this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** Waits for the current request and starts no other, while the draft becomes a record. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    if (this.#sending) await this.#sending;
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#view.state !== "saved" && !this.#view.refusal) this.#schedule(PAUSE_MS);
  }

  /** Removes the draft from this browser. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#storage.remove();
    this.#stored = null;
    this.#base = null;
    this.#version = 0;
    this.#isPaused = false;
    this.#show(null, "none");
  }

  /** Deletes the draft here and on the server. */
  async discard(): Promise<void> {
    await this.pause();
    try {
      await this.#server.remove();
    } catch (error) {
      this.resume();
      throw error;
    }
    this.forget();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  async #send(): Promise<boolean> {
    const content = this.#view.content;
    if (!content) return true;
    try {
      const answer = await this.#server.put(content, this.#version);
      if ("later" in answer) {
        const theirs = readDraft(answer.later.content);
        this.#version = answer.later.version;
        const merged = theirs && this.#view.content ? mergeDrafts(this.#base, this.#view.content, theirs) : content;
        this.#base = theirs;
        this.#show(this.#keep(merged), "saving");
        return await this.#send();
      }
      this.#version = answer.version;
      this.#base = content;
      const latest = this.#view.content && this.#keep(this.#view.content);
      const isLatest = latest === content;
      this.#show(latest, isLatest ? "saved" : "saving");
      if (!isLatest) this.#schedule(PAUSE_MS);
      return isLatest;
    } catch (error) {
      const isRefused = isRefusal(error);
      // What was typed meanwhile is about to be sent.
      if (isRefused && this.#view.content !== content) return false;
      this.#show(this.#view.content, this.#isStored ? "local" : "unsaved", isRefused ? error : undefined);
      if (!isRefused) this.#schedule(RETRY_MS);
      return false;
    }
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isPaused) this.#timer = setTimeout(() => void this.flush(), ms);
  }

  /** Stores it in this browser, merged with another tab's; returns the stored draft. */
  #keep(content: DraftContent): DraftContent {
    const other = readStoredDraft(this.#storage.read())?.content ?? this.#stored;
    const merged = other && mergeDrafts(this.#stored, content, other);
    const kept = merged && !isSameDraft(merged, content) ? merged : content;
    this.#isStored = this.#storage.write({
      content: kept,
      base: this.#base,
      version: this.#version,
      isUnsent: !this.#base || !isSameDraft(kept, this.#base),
    } satisfies StoredDraft);
    this.#stored = kept;
    return kept;
  }

  #show(content: DraftContent | null, state: DraftState, refusal?: unknown): void {
    this.#view = { content, state, refusal };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether sending the same again won't help. After a new sign-in it would. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.status !== 401 && !isTransient(error);
}

function readStoredDraft(value: unknown): Omit<StoredDraft, "isUnsent"> | null {
  if (typeof value !== "object" || value === null) return null;
  const { content, base, version } = value as Record<string, unknown>;
  const draft = readDraft(content);
  return draft && { content: draft, base: readDraft(base), version: typeof version === "number" ? version : 0 };
}
