// The overviews of the last minutes, and sparklines of them.
import type { OpsOverview } from "@/lib/api/types";

/** Five minutes, at one every five seconds. */
export const MAX_SNAPSHOTS = 60;

/** Adds the latest snapshot, and drops the oldest beyond the limit. */
export function withSnapshot(snapshots: readonly OpsOverview[], latest: OpsOverview): readonly OpsOverview[] {
  return [...snapshots, latest].slice(-MAX_SNAPSHOTS);
}

type LaneLoad = OpsOverview["lanes"][number];

/** A number of a lane in each snapshot. */
export function laneSeries(
  snapshots: readonly OpsOverview[],
  lane: LaneLoad["lane"],
  numberOf: (load: LaneLoad, readAt: number) => number,
): number[] {
  return snapshots.map(({ lanes, read_at }) => {
    const load = lanes.find((one) => one.lane === lane);
    return load ? numberOf(load, Date.parse(read_at)) : 0;
  });
}

/** How long the oldest task had waited, in seconds. */
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
