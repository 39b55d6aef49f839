import { expect, it } from "vitest";
import { STAGE } from "@/entities/application/stages";
import { cohortRows } from "./cohort";

const stage = (status: (typeof STAGE)[keyof typeof STAGE], reached: number, reached_before = 0) => ({
  status,
  reached,
  reached_before,
});

it("computes the share of all who applied and of the stage before", () => {
  const stages = [stage(STAGE.aiReview, 8, 4), stage(STAGE.online, 4, 3), stage(STAGE.onsite, 1)];
  const rows = cohortRows({ applied: 8, applied_before: 4, open: 2, stages });
  expect(rows.map((row) => [row.share, row.share_before, row.passed])).toEqual([
    [1, 1, null],
    [0.5, 0.75, 0.5],
    [0.125, 0, 0.25],
  ]);
});

it("has no shares if none applied", () => {
  const stages = [stage(STAGE.aiReview, 0), stage(STAGE.online, 0)];
  const rows = cohortRows({ applied: 0, applied_before: 0, open: 0, stages });
  expect(rows.map((row) => [row.share, row.share_before, row.passed])).toEqual([
    [null, null, null],
    [null, null, null],
  ]);
});
