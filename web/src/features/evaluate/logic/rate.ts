// How fast a batch goes, measured, and how long the rest takes at that pace.

interface Sample {
  at: number;
  done: number;
}

/** What happened longer ago says little about the pace now. */
const WINDOW_MS = 45_000;
/** Nothing is promised before so much was seen. */
const MIN_MS = 4_000;
const MIN_DONE = 3;

/** Remembers how far a batch was, and when. */
export class RateMeter {
  private samples: Sample[] = [];

  /** Tells the meter where things stand. Going backwards (a retry) starts the measurement anew. */
  add(at: number, done: number): void {
    const last = this.samples.at(-1);
    if (last && done < last.done) this.samples = [];
    if (last && last.done === done && this.samples.length > 1) {
      // A standstill moves the last point on, so that the pace sinks while nothing happens.
      this.samples[this.samples.length - 1] = { at, done };
    } else {
      this.samples.push({ at, done });
    }
    while (this.samples.length > 2 && (this.samples[1]?.at ?? at) < at - WINDOW_MS) this.samples.shift();
  }

  /** Milliseconds until `open` more are done; null while the pace is unknown. */
  remaining(open: number): number | null {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || open <= 0) return null;
    const elapsed = last.at - first.at;
    const done = last.done - first.done;
    if (elapsed < MIN_MS || done < MIN_DONE) return null;
    return (open * elapsed) / done;
  }
}

export type RemainingTime = { unit: "seconds" | "minutes" | "hours"; count: number };

/** Rounded as people say it: seconds by tens under a minute, minutes, then half-up hours. */
export function inWords(ms: number): RemainingTime {
  const seconds = ms / 1000;
  if (seconds < 55) return { unit: "seconds", count: Math.max(10, Math.ceil(seconds / 10) * 10) };
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90 ? { unit: "minutes", count: minutes } : { unit: "hours", count: Math.round(minutes / 60) };
}
