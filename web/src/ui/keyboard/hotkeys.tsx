// Keyboard shortcuts: a component names them with `useHotkeys`, and the help overlay lists what is in force.
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type Hotkey, HotkeyScopes } from "./hotkeyScopes";

const HotkeysContext = createContext<HotkeyScopes | null>(null);

export function HotkeysProvider(props: { children: ReactNode }) {
  const [scopes] = useState(() => new HotkeyScopes());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const withModifier = event.ctrlKey || event.metaKey;
      if (!withModifier && isTyping(event.target)) return;
      if (isCovered()) return;
      const hotkey = scopes.find(withModifier ? `Mod+${event.key.toLowerCase()}` : event.key);
      if (!hotkey) return;
      // Enter on a link or button is that control's own.
      if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.closest("a, button")) return;
      event.preventDefault();
      hotkey.run(event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [scopes]);
  return <HotkeysContext value={scopes}>{props.children}</HotkeysContext>;
}

/** Whether typing goes into the element, so that letters are text and not commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A ticked box keeps the focus, and takes no letters.
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Whether a dialog covers the page; its keys are its own. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])') !== null;
}

/**
 * Puts shortcuts in force while the component is mounted, before those of what was mounted earlier. Exclusive ones
 * leave no other in force. Other keys with Ctrl, Alt or Meta stay the browser's.
 */
export function useHotkeys(hotkeys: readonly Hotkey[], options: { exclusive?: boolean } = {}): void {
  const { exclusive = false } = options;
  const scopes = use(HotkeysContext);
  const latest = useRef(hotkeys);
  useLayoutEffect(() => {
    latest.current = hotkeys;
  });
  useEffect(() => scopes?.add({ hotkeys: () => latest.current, exclusive }), [scopes, exclusive]);

  // The help hears of changed keys and labels, not of new functions.
  const signature = hotkeys.map(({ keys, label, enabled }) => `${keys}\t${label}\t${enabled !== false}`).join("\n");
  const listed = useRef(signature);
  useEffect(() => {
    if (listed.current === signature) return;
    listed.current = signature;
    scopes?.changed();
  }, [scopes, signature]);
}

const NONE = () => () => {};

/** Every shortcut in force, once per key. */
export function useActiveHotkeys(): readonly Hotkey[] {
  const scopes = use(HotkeysContext);
  useSyncExternalStore(scopes?.subscribe ?? NONE, () => scopes?.all());
  return scopes?.active() ?? [];
}
