// Keyboard shortcuts: components define them with `useHotkeys`, and the help lists the active ones.
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
import { isSingleKey, singleKeys } from "./singleKeys";

/** With Ctrl or Cmd, these move in a text or delete from it. */
const EDITING_KEYS = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Backspace", "Delete"]);

const HotkeysContext = createContext<HotkeyScopes | null>(null);

export function HotkeysProvider(props: { children: ReactNode }) {
  const [scopes] = useState(() => new HotkeyScopes());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const withModifier = event.ctrlKey || event.metaKey;
      if (isTyping(event.target) && (!withModifier || EDITING_KEYS.has(event.key))) return;
      // Ctrl+Shift belongs to the browser.
      if (withModifier && event.shiftKey) return;
      if (!withModifier && isSingleKey(event.key) && !singleKeys.get()) return;
      if (isCovered()) return;
      const hotkey = scopes.find(withModifier ? `Mod+${event.key.toLowerCase()}` : event.key);
      if (!hotkey) return;
      // Enter on a link or button activates that control.
      if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.closest("a, button")) return;
      event.preventDefault();
      hotkey.run(event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [scopes]);
  return <HotkeysContext value={scopes}>{props.children}</HotkeysContext>;
}

/** Whether the element takes text input, so that letters are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A focused checkbox takes no letters.
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Whether a dialog covers the page. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])') !== null;
}

/**
 * Activates shortcuts while the component is mounted, overriding earlier ones. Exclusive ones block all others. Other
 * keys with Ctrl, Alt or Meta are left to the browser.
 */
export function useHotkeys(hotkeys: readonly Hotkey[], options: { exclusive?: boolean } = {}): void {
  const { exclusive = false } = options;
  const scopes = use(HotkeysContext);
  const latest = useRef(hotkeys);
  useLayoutEffect(() => {
    latest.current = hotkeys;
  });
  useEffect(() => scopes?.add({ hotkeys: () => latest.current, exclusive }), [scopes, exclusive]);

  // The help only depends on keys and labels, not on functions.
  const signature = hotkeys.map(({ keys, label, enabled }) => `${keys}\t${label}\t${enabled !== false}`).join("\n");
  const listed = useRef(signature);
  useEffect(() => {
    if (listed.current === signature) return;
    listed.current = signature;
    scopes?.changed();
  }, [scopes, signature]);
}

const NONE = () => () => {};

/** All active shortcuts, one per key. */
export function useActiveHotkeys(): readonly Hotkey[] {
  const scopes = use(HotkeysContext);
  useSyncExternalStore(scopes?.subscribe ?? NONE, () => scopes?.all());
  return scopes?.active() ?? [];
}
