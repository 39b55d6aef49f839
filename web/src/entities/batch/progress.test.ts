import { describe, expect, it } from "vitest";
import type { Batch } from "@/lib/api/types";
import { batchProgress, isBatchActive } from "./progress";

const none = { pending: 0, processing: 0, completed: 0, failed: 0, retry: 0, skipped: 0 };
const batch = (status: string, counts: Partial<Batch["counts"]>) =>
  ({ status, counts: { ...none, ...counts } }) as Batch;

describe("batchProgress", () => {
  it("counts skipped and failed entries as done and retrying ones as open", () => {
    const counts = { pending: 1, processing: 2, completed: 3, failed: 4, retry: 5, skipped: 6 };
    expect(batchProgress(batch("processing", counts))).toEqual({ total: 21, done: 13, open: 8, attention: 4 });
  });

  it("knows the total before all entries exist", () => {
    const half = { ...batch("processing", { pending: 300, completed: 200 }), expected: 10_000 };
    expect(batchProgress(half)).toEqual({ total: 10_000, done: 200, open: 9_800, attention: 0 });
    expect(batchProgress({ ...half, expected: 100 }).total).toBe(500);
  });
});

describe("isBatchActive", () => {
  it("is true while an entry is open, whatever the batch's status", () => {
    expect(isBatchActive(batch("completed", { retry: 1 }))).toBe(true);
  });
  it("is true while the ZIP is being read", () => {
    expect(isBatchActive(batch("pending", {}))).toBe(true);
  });
  it("is false after the batch ends", () => {
    expect(isBatchActive(batch("completed", { completed: 3, failed: 1 }))).toBe(false);
    expect(isBatchActive(batch("failed", {}))).toBe(false);
  });
});
