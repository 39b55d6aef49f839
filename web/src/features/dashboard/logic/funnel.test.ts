import { describe, expect, it } from "vitest";
import { STAGE } from "@/entities/application/stages";
import { type FunnelStage, funnelRows } from "./funnel";

const stage = (status: FunnelStage["status"], entered: number, entered_before = 0): FunnelStage => ({
  status,
  entered,
  entered_before,
  current: 0,
  sub_statuses: [],
});

describe("funnelRows", () => {
  it("computes the share of the first stage", () => {
    const rows = funnelRows([stage(STAGE.aiReview, 8), stage(STAGE.online, 2), stage(STAGE.archived, 4)]);
    expect(rows.map((row) => row.conversion)).toEqual([1, 0.25, null]);
  });
  it("computes the share of the previous period by that period's first stage", () => {
    const rows = funnelRows([stage(STAGE.aiReview, 0, 4), stage(STAGE.online, 1, 3), stage(STAGE.archived, 4, 1)]);
    expect(rows.map((row) => [row.conversion, row.conversion_before])).toEqual([
      [null, 1],
      [null, 0.75],
      [null, null],
    ]);
  });
  it("has no share if none entered", () => {
    expect(funnelRows([stage(STAGE.aiReview, 0), stage(STAGE.online, 1)]).map((row) => row.conversion)).toEqual([
      null,
      null,
    ]);
  });
});
