// The time, for days in a state; it need not be right to the minute.
import { useEffect, useState } from "react";

const EVERY_MS = 10 * 60_000;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
