import { describe, expect, it } from "vitest";
import { savedQuery, type ViewScreen, withSaved } from "./savedView";

const SCREEN: ViewScreen = { name: "pipeline", params: ["search", "sort", "lanes"] };

describe("a saved view", () => {
  it("stores the view settings without the job and the open candidate", () => {
    const params = new URLSearchParams("job_id=j1&id=a&pool=open&search=lin&sort=waiting&lanes=all");
    expect(savedQuery(SCREEN, params)).toBe("search=lin&sort=waiting&lanes=all");
  });
  it("replaces the view settings and keeps the rest", () => {
    const now = new URLSearchParams("job_id=j1&search=chen&lanes=all");
    expect(withSaved(SCREEN, now, "sort=score&job_id=other").toString()).toBe("job_id=j1&sort=score");
  });
  it("starts at the first page", () => {
    const now = new URLSearchParams("search=chen&page=3");
    expect(withSaved({ ...SCREEN, resets: ["page"] }, now, "search=lin").toString()).toBe("search=lin");
  });
});
