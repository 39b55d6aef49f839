// What the overview said over the last minutes, and the lines drawn of it.
import type { OpsOverview } from "@/lib/api/types";

/** As many readings are kept; with one every five seconds these are five minutes. */
export const KEPT_READINGS = 60;

/** The readings with the latest one, the oldest first. */
export function withReading(readings: readonly OpsOverview[], latest: OpsOverview): readonly OpsOverview[] {
  return [...readings, latest].slice(-KEPT_READINGS);
}

type LaneLoad = OpsOverview["lanes"][number];

/** A number of a lane at each reading. */
export function courseOf(
  readings: readonly OpsOverview[],
  lane: LaneLoad["lane"],
  numberOf: (load: LaneLoad, readAt: number) => number,
): number[] {
  return readings.map(({ lanes, read_at }) => {
    const load = lanes.find((one) => one.lane === lane);
    return load ? numberOf(load, Date.parse(read_at)) : 0;
  });
}

/** For how many seconds the oldest task had waited. */
export function oldestSeconds({ oldest_waiting_since }: LaneLoad, readAt: number): number {
  return oldest_waiting_since ? Math.max(0, (readAt - Date.parse(oldest_waiting_since)) / 1_000) : 0;
}

/** The points of a line from the left to the right edge; zero is at the bottom, the largest value at the top. */
export function linePoints(values: readonly number[], width: number, height: number): string {
  const largest = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, at) => `${Math.round(at * step * 10) / 10},${Math.round((1 - value / largest) * height * 10) / 10}`)
    .join(" ");
}
