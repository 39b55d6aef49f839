import { describe, expect, it } from "vitest";
import { safeTarget } from "./target";

describe("safeTarget", () => {
  it("keeps a page of ours with its query", () => {
    expect(safeTarget("/evaluate?job_id=1")).toBe("/evaluate?job_id=1");
  });
  it.each([null, "", "https://evil.example", "//evil.example", "/\\evil.example", "jobs", "/login?next=/jobs"])(
    "goes to the start page instead of %j",
    (next) => {
      expect(safeTarget(next)).toBe("/");
    },
  );
});
