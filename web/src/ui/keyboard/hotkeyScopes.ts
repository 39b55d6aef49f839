// Which shortcuts are in force: those of the component mounted last come first, so that a panel's keys win over its page's.

export interface Hotkey {
  /** As in `KeyboardEvent.key`: `j`, `/`, `?`, `Enter`; `Mod+k` is Ctrl or Command with the key. */
  keys: string;
  /** What it does, in the person's language. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** False leaves the key alone and out of the help. */
  enabled?: boolean;
}

export interface HotkeyScope {
  hotkeys: () => readonly Hotkey[];
  /** Keys it does not name reach nobody mounted before it. */
  exclusive: boolean;
}

export class HotkeyScopes {
  #scopes: readonly HotkeyScope[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Puts a scope in force until the returned function is called. */
  add(scope: HotkeyScope): () => void {
    this.#set([...this.#scopes, scope]);
    return () => this.#set(this.#scopes.filter((other) => other !== scope));
  }

  /** Tells the help that keys or labels of a scope have changed. */
  changed(): void {
    this.#set([...this.#scopes]);
  }

  /** A new list whenever something changed. */
  readonly all = (): readonly HotkeyScope[] => this.#scopes;

  /** Every shortcut in force, once per key. */
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
