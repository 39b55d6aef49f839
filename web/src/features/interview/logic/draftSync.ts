// Keeps a draft in the browser with every keystroke and on the server shortly after, through lost connections and closed tabs.
import { type DraftContent, mergeDrafts, readDraft } from "./draft";

/** A pause of typing that sends the draft. */
export const PAUSE_MS = 800;
/** How long until a failed sending is tried again. */
export const RETRY_MS = 5_000;

export interface ServerDraft {
  content: unknown;
  version: number;
}

export interface DraftServer {
  /** Null where there is none. */
  load: () => Promise<ServerDraft | null>;
  /** Over this version; 0 where there is none yet. Answers the later draft where the version moved on. */
  put: (content: DraftContent, version: number) => Promise<{ version: number } | { later: ServerDraft }>;
  remove: () => Promise<void>;
}

export interface DraftStorage {
  read: () => unknown;
  write: (value: unknown) => void;
  remove: () => void;
}

/** opening, nothing begun, everything on the server, on the way there, or only in this browser for now. */
export type DraftState = "opening" | "none" | "saved" | "saving" | "local";

export interface DraftView {
  content: DraftContent | null;
  state: DraftState;
}

interface StoredDraft {
  content: DraftContent;
  /** What the server had when this one grew from it. */
  base: DraftContent | null;
  version: number;
}

export class DraftSync {
  #view: DraftView = { content: null, state: "opening" };
  #base: DraftContent | null = null;
  #version = 0;
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

  /** Brings together what this browser and the server have. */
  async open(): Promise<void> {
    const kept = readStoredDraft(this.#storage.read());
    let server: ServerDraft | null = null;
    let isReached = true;
    try {
      server = await this.#server.load();
    } catch {
      isReached = false;
    }
    const theirs = server ? readDraft(server.content) : null;
    if (isReached) this.#version = server?.version ?? 0;
    else this.#version = kept?.version ?? 0;
    this.#base = isReached ? theirs : (kept?.base ?? null);
    const content = kept ? (theirs ? mergeDrafts(kept.base, kept.content, theirs) : kept.content) : theirs;
    if (!content) {
      this.#show(null, "none");
      return;
    }
    if (isReached && theirs && JSON.stringify(content) === JSON.stringify(theirs)) {
      this.#keep(content);
      this.#show(content, "saved");
      return;
    }
    this.edit(() => content, content);
  }

  /** Begins the draft. */
  start(content: DraftContent): void {
    this.edit(() => content, content);
  }

  edit(change: (content: DraftContent) => DraftContent, from: DraftContent | null = this.#view.content): void {
    if (!from) return;
    const content = change(from);
    this.#keep(content);
    this.#show(content, "saving");
    this.#schedule(PAUSE_MS);
  }

  /** Sends what is not on the server yet; answers whether everything is. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending) await this.#sending;
    if (this.#isPaused || !this.#view.content || this.#view.state === "saved") return this.#view.state === "saved";
    this.#sending = this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** Waits for a sending under way and starts no other, while the draft is turned into a record. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    if (this.#sending) await this.#sending;
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#view.state !== "saved") this.#schedule(PAUSE_MS);
  }

  /** Forgets the draft in this browser; the record has it, or nobody wants it. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#storage.remove();
    this.#base = null;
    this.#version = 0;
    this.#isPaused = false;
    this.#show(null, "none");
  }

  /** Drops the draft everywhere. */
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
        this.#keep(merged);
        this.#show(merged, "saving");
        return await this.#send();
      }
      this.#version = answer.version;
      this.#base = content;
      const isLatest = this.#view.content === content;
      if (this.#view.content) this.#keep(this.#view.content);
      this.#show(this.#view.content, isLatest ? "saved" : "saving");
      if (!isLatest) this.#schedule(PAUSE_MS);
      return isLatest;
    } catch {
      this.#show(this.#view.content, "local");
      this.#schedule(RETRY_MS);
      return false;
    }
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isPaused) this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #keep(content: DraftContent): void {
    this.#storage.write({ content, base: this.#base, version: this.#version } satisfies StoredDraft);
  }

  #show(content: DraftContent | null, state: DraftState): void {
    this.#view = { content, state };
    for (const listener of this.#listeners) listener();
  }
}

function readStoredDraft(value: unknown): StoredDraft | null {
  if (typeof value !== "object" || value === null) return null;
  const { content, base, version } = value as Record<string, unknown>;
  const draft = readDraft(content);
  return draft && { content: draft, base: readDraft(base), version: typeof version === "number" ? version : 0 };
}
