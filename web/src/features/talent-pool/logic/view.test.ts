import { describe, expect, it } from "vitest";
import { LEVEL } from "@/entities/application/stages";
import { viewOf, withView } from "./view";

describe("the talent pool parameters", () => {
  it("contain every filter", () => {
    const params = withView(new URLSearchParams(), {
      search: "lin",
      reason: "skill_mismatch",
      level: LEVEL.recommended,
      starred: true,
      blacklisted: false,
      jobId: "j1",
      page: 2,
    });
    expect(viewOf(params)).toEqual({
      search: "lin",
      reason: "skill_mismatch",
      level: LEVEL.recommended,
      starred: true,
      blacklisted: false,
      jobId: "j1",
      page: 2,
    });
  });
  it("start at the first page after a filter change", () => {
    expect(viewOf(withView(new URLSearchParams("page=3&search=a"), { starred: true })).page).toBe(1);
  });
  it("omit invalid values", () => {
    const view = viewOf(new URLSearchParams("page=-1&reason=x&level=y&starred=maybe"));
    expect([view.page, view.reason, view.level, view.starred]).toEqual([1, null, null, null]);
  });
});
