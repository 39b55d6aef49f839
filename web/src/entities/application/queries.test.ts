import { describe, expect, it } from "vitest";
import { viewOf, withView } from "./queries";
import { SUB_STATUS } from "./stages";

describe("the list parameters", () => {
  it("round-trip through the URL", () => {
    const view = { search: "王伟", tier: 2, subStatus: SUB_STATUS.recommendContact } as const;
    expect(viewOf(withView(new URLSearchParams("job_id=1"), view))).toEqual(view);
  });

  it("falls back for invalid values", () => {
    expect(viewOf(new URLSearchParams("tier=9&sub_status=x"))).toEqual({
      search: "",
      tier: null,
      subStatus: null,
    });
  });

  it("closes the opened candidate when the filter changes", () => {
    const next = withView(new URLSearchParams("job_id=1&id=7&tier=1&page=2"), { search: "li" });
    expect(next.toString()).toBe("job_id=1&tier=1&search=li");
  });
});
