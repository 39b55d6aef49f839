import { describe, expect, it } from "vitest";
import { LEVEL } from "@/entities/application/stages";
import { viewOf, withView } from "./view";

describe("the talent pool's address", () => {
  it("says every filter", () => {
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
  it("begins at the first page with another filter", () => {
    expect(viewOf(withView(new URLSearchParams("page=3&search=a"), { starred: true })).page).toBe(1);
  });
  it("leaves out what makes no sense", () => {
    const view = viewOf(new URLSearchParams("page=-1&reason=x&level=y&starred=maybe"));
    expect([view.page, view.reason, view.level, view.starred]).toEqual([1, null, null, null]);
  });
});
