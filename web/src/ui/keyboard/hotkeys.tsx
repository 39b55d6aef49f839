// Keyboard shortcuts: a page names them with `useHotkeys`, and the help overlay lists what is in force.
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

export interface Hotkey {
  /** As in `KeyboardEvent.key`: `j`, `/`, `?`, `Enter`. */
  keys: string;
  /** What it does, in the person's language. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** False leaves the key alone and out of the help. */
  enabled?: boolean;
}

interface Registry {
  lists: ReadonlyMap<symbol, readonly Hotkey[]>;
  put: (owner: symbol, keys: readonly Hotkey[]) => void;
  remove: (owner: symbol) => void;
}

const HotkeysContext = createContext<Registry | null>(null);

export function HotkeysProvider(props: { children: ReactNode }) {
  const [lists, setLists] = useState<ReadonlyMap<symbol, readonly Hotkey[]>>(new Map());
  const registry = useMemo<Registry>(
    () => ({
      lists,
      put: (owner, keys) => setLists((former) => new Map(former).set(owner, keys)),
      remove: (owner) =>
        setLists((former) => {
          const next = new Map(former);
          next.delete(owner);
          return next;
        }),
    }),
    [lists],
  );
  return <HotkeysContext value={registry}>{props.children}</HotkeysContext>;
}

/** Whether typing goes into the element, so that letters are text and not commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Whether a dialog covers the page; its keys are its own. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])') !== null;
}

/** Puts shortcuts in force while the component is mounted. Plain keys only; with Ctrl, Alt or Meta they stay the browser's. */
export function useHotkeys(hotkeys: readonly Hotkey[]): void {
  const latest = useRef(hotkeys);
  useLayoutEffect(() => {
    latest.current = hotkeys;
  });
  const registry = use(HotkeysContext);
  const put = registry?.put;
  const remove = registry?.remove;
  const signature = hotkeys.map((hotkey) => `${hotkey.keys}\t${hotkey.label}\t${hotkey.enabled !== false}`).join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: the help needs to hear only of changed keys and labels
  useEffect(() => {
    if (!put || !remove) return;
    const owner = Symbol("hotkeys");
    put(
      owner,
      latest.current.filter((hotkey) => hotkey.enabled !== false),
    );
    return () => remove(owner);
  }, [signature]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isCovered()) return;
      const hotkey = latest.current.find((candidate) => candidate.keys === event.key && candidate.enabled !== false);
      if (!hotkey) return;
      // Enter on a link or button is that control's own.
      if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.closest("a, button")) return;
      event.preventDefault();
      hotkey.run(event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Every shortcut in force, once per key. */
export function useActiveHotkeys(): readonly Hotkey[] {
  const registry = use(HotkeysContext);
  const byKey = new Map<string, Hotkey>();
  for (const list of registry?.lists.values() ?? []) for (const hotkey of list) byKey.set(hotkey.keys, hotkey);
  return [...byKey.values()];
}
