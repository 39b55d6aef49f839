// Active shortcuts: those of the component mounted last take precedence, so that a panel's keys override its page's.

export interface Hotkey {
  /** As in `KeyboardEvent.key`: `j`, `/`, `?`, `Enter`; `Mod+k` is Ctrl or Command with the key. */
  keys: string;
  /** Its description, translated. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** False disables the key and hides it in the help. */
  enabled?: boolean;
}

export interface HotkeyScope {
  hotkeys: () => readonly Hotkey[];
  /** Whether keys it does not define are blocked for earlier scopes. */
  exclusive: boolean;
}

export class HotkeyScopes {
  #scopes: readonly HotkeyScope[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds a scope; returns the function that removes it. */
  add(scope: HotkeyScope): () => void {
    this.#set([...this.#scopes, scope]);
    return () => this.#set(this.#scopes.filter((other) => other !== scope));
  }

  /** Notifies the help of changed keys or labels. */
  changed(): void {
    this.#set([...this.#scopes]);
  }

  /** A new list after every change. */
  readonly all = (): readonly HotkeyScope[] => this.#scopes;

  /** All active shortcuts, one per key. */
  active(): Hotkey[] {
    const byKey = new Map<string, Hotkey>();
    for (const scope of this.#reachable()) {
      for (const hotkey of scope.hotkeys()) {
        if (hotkey.enabled !== false && !byKey.has(hotkey.keys)) byKey.set(hotkey.keys, hotkey);
      }
    }
    return [...byKey.values()];
  }

  find(keys: string): Hotkey | undefined {
    return this.active().find((hotkey) => hotkey.keys === keys);
  }

  #reachable(): HotkeyScope[] {
    const latestFirst = this.#scopes.toReversed();
    const last = latestFirst.findIndex((scope) => scope.exclusive);
    return last < 0 ? latestFirst : latestFirst.slice(0, last + 1);
  }

  #set(scopes: readonly HotkeyScope[]): void {
    this.#scopes = scopes;
    for (const listener of this.#listeners) listener();
  }
}
