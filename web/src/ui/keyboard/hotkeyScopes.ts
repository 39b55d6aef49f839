// Active shortcuts: those of the component mounted last take precedence, so that a panel's keys override its page's.
import { createStore } from "@/lib/store";

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
  readonly #scopes = createStore<readonly HotkeyScope[]>([]);

  readonly subscribe = this.#scopes.subscribe;

  /** A new list after every change. */
  readonly all = this.#scopes.get;

  /** Adds a scope; returns the function that removes it. */
  add(scope: HotkeyScope): () => void {
    this.#scopes.set([...this.all(), scope]);
    return () => this.#scopes.set(this.all().filter((other) => other !== scope));
  }

  /** Notifies the help of changed keys or labels. */
  changed(): void {
    this.#scopes.set([...this.all()]);
  }

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
    const latestFirst = this.all().toReversed();
    const last = latestFirst.findIndex((scope) => scope.exclusive);
    return last < 0 ? latestFirst : latestFirst.slice(0, last + 1);
  }
}
