// Debounces input to searches, ignoring unfinished input method text.
import { type CompositionEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

/** The pause in typing that starts a search. */
export const TYPING_MS = 250;

interface TypedSearch {
  /** Call it with the text after each keystroke. */
  type: (text: string) => void;
  /** Discards input that was not searched yet. */
  cancel: () => void;
  onCompositionStart: () => void;
  onCompositionEnd: (event: CompositionEvent<HTMLElement>) => void;
}

export function useTypedSearch(onSearch: (search: string) => void): TypedSearch {
  const [typed, setTyped] = useState<string | null>(null);
  const composing = useRef(false);
  const search = useEffectEvent((text: string) => onSearch(text.trim()));
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => search(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const type = useCallback((text: string) => setTyped(composing.current ? null : text), []);
  const cancel = useCallback(() => setTyped(null), []);
  return {
    type,
    cancel,
    onCompositionStart: () => {
      composing.current = true;
      setTyped(null);
    },
    onCompositionEnd: (event) => {
      composing.current = false;
      if (event.target instanceof HTMLInputElement) setTyped(event.target.value);
    },
  };
}
