import { expect, it } from "vitest";
import type { OpsOverview } from "@/lib/api/types";
import { laneSeries, linePoints, MAX_SNAPSHOTS, oldestSeconds, withSnapshot } from "./history";

function snapshot(second: number, waiting: number, oldest: string | null): OpsOverview {
  return {
    version: "0.1.0",
    read_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    workers: [],
    lanes: [{ lane: "mail", waiting, running: 0, oldest_waiting_since: oldest }],
    hours: [],
    crons: [],
    kinds: [],
    failures: [],
    organizations: [],
    models: { server_model: null, keys: [] },
    mail: { service: "captured", waiting: 0, failed: 0 },
  };
}

it("keeps the latest snapshots", () => {
  let snapshots: readonly OpsOverview[] = [];
  for (let second = 0; second < MAX_SNAPSHOTS + 5; second += 1) {
    snapshots = withSnapshot(snapshots, snapshot(second, 0, null));
  }
  expect(snapshots).toHaveLength(MAX_SNAPSHOTS);
  expect(snapshots.at(-1)?.read_at).toBe("2026-01-01T00:01:04.000Z");
});

it("follows a lane's depth and oldest age", () => {
  const snapshots = [snapshot(10, 3, "2026-01-01T00:00:00Z"), snapshot(15, 0, null)];
  expect(laneSeries(snapshots, "mail", ({ waiting }) => waiting)).toEqual([3, 0]);
  expect(laneSeries(snapshots, "mail", oldestSeconds)).toEqual([10, 0]);
  expect(laneSeries(snapshots, "models", oldestSeconds)).toEqual([0, 0]);
});

it("draws zero at the bottom and the largest value at the top", () => {
  expect(linePoints([0, 5, 10], 60, 16)).toBe("0,16 30,8 60,0");
  expect(linePoints([0, 0], 60, 16)).toBe("0,16 60,16");
});
