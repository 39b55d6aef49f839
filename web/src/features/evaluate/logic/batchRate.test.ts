import { describe, expect, it } from "vitest";
import { RateMeter, roundRemainingTime } from "./batchRate";

function meter(...samples: [seconds: number, done: number][]): RateMeter {
  const rate = new RateMeter();
  for (const [seconds, done] of samples) rate.add(seconds * 1000, done);
  return rate;
}

describe("the rate of a batch", () => {
  it("is completed tasks over elapsed time", () => {
    expect(meter([0, 0], [10, 20]).remaining(100)).toBe(50_000);
  });

  it("is unknown at the start", () => {
    expect(meter().remaining(10)).toBeNull();
    expect(meter([0, 0], [2, 10]).remaining(10)).toBeNull();
    expect(meter([0, 0], [20, 2]).remaining(10)).toBeNull();
  });

  it("restarts when tasks are reopened", () => {
    expect(meter([0, 0], [10, 50], [12, 20]).remaining(10)).toBeNull();
  });

  it("falls without progress", () => {
    const rate = meter([0, 0], [10, 20]);
    rate.add(20_000, 20);
    rate.add(40_000, 20);
    expect(rate.remaining(20)).toBe(40_000);
  });

  it("ignores old samples", () => {
    const samples: [number, number][] = [];
    for (let second = 0; second <= 100; second += 1) samples.push([second, second]);
    for (let second = 101; second <= 200; second += 1) samples.push([second, 100 + (second - 100) * 10]);
    expect(meter(...samples).remaining(100)).toBeCloseTo(10_000, -3);
  });
});

describe("remaining time", () => {
  it("is rounded for display", () => {
    expect(roundRemainingTime(3_000)).toEqual({ unit: "seconds", count: 10 });
    expect(roundRemainingTime(41_000)).toEqual({ unit: "seconds", count: 50 });
    expect(roundRemainingTime(58_000)).toEqual({ unit: "minutes", count: 1 });
    expect(roundRemainingTime(125_000)).toEqual({ unit: "minutes", count: 2 });
    expect(roundRemainingTime(2 * 3_600_000)).toEqual({ unit: "hours", count: 2 });
  });
});
