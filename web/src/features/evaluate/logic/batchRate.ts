// Measures the rate of a batch and estimates the remaining time.

interface Sample {
  at: number;
  done: number;
}

/** Window of the measurement. */
const WINDOW_MS = 45_000;
/** Minimum measurement before an estimate. */
const MIN_MS = 4_000;
const MIN_DONE = 3;

/** Collects samples of a batch's progress. */
export class RateMeter {
  private samples: Sample[] = [];

  /** Adds a sample. A retry, which lowers the count, restarts the measurement. */
  add(at: number, done: number): void {
    const last = this.samples.at(-1);
    if (last && done < last.done) this.samples = [];
    if (last && last.done === done && this.samples.length > 1) {
      // Without progress, move the last sample, so that the rate falls.
      this.samples[this.samples.length - 1] = { at, done };
    } else {
      this.samples.push({ at, done });
    }
    while (this.samples.length > 2 && (this.samples[1]?.at ?? at) < at - WINDOW_MS) this.samples.shift();
  }

  /** Milliseconds until `open` more are done; null while unknown. */
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

/** Rounds for display: tens of seconds, minutes, then hours. */
export function roundRemainingTime(ms: number): RemainingTime {
  const seconds = ms / 1000;
  if (seconds < 55) return { unit: "seconds", count: Math.max(10, Math.ceil(seconds / 10) * 10) };
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90 ? { unit: "minutes", count: minutes } : { unit: "hours", count: Math.round(minutes / 60) };
}
