import { describe, expect, it } from "vitest";
import { savedQuery, type ViewScreen, withSaved } from "./savedView";

const SCREEN: ViewScreen = { name: "pipeline", params: ["search", "sort", "lanes"] };

describe("a saved view", () => {
  it("keeps how the screen is shown, and neither the job nor what is open on it", () => {
    const params = new URLSearchParams("job_id=j1&id=a&pool=open&search=lin&sort=waiting&lanes=all");
    expect(savedQuery(SCREEN, params)).toBe("search=lin&sort=waiting&lanes=all");
  });
  it("replaces how the screen is shown now, whatever it says of the rest", () => {
    const now = new URLSearchParams("job_id=j1&search=chen&lanes=all");
    expect(withSaved(SCREEN, now, "sort=score&job_id=other").toString()).toBe("job_id=j1&sort=score");
  });
  it("begins at the first page", () => {
    const now = new URLSearchParams("search=chen&page=3");
    expect(withSaved({ ...SCREEN, resets: ["page"] }, now, "search=lin").toString()).toBe("search=lin");
  });
});
