// Aborts a component's requests when it unmounts.
import { useCallback, useEffect, useRef } from "react";

/** Returns the signal that aborts when the component unmounts; to be called where a request starts. */
export function useUnmountSignal(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);
  return useCallback(() => controller.current.signal, []);
}
