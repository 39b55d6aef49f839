// The current time for days in a status; not accurate to the minute.
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
