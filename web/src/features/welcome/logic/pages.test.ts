import { describe, expect, it } from "vitest";
import { pagesFor } from "./pages";

describe("pagesFor", () => {
  it("is in the order of the work", () => {
    expect(pagesFor({ pages: ["talent-pool", "schedule"] })).toEqual(["schedule", "talent-pool"]);
  });
  it("leaves out what is no work on candidates", () => {
    expect(pagesFor({ pages: ["settings", "dashboard", "prompts"] })).toEqual(["dashboard"]);
  });
  it("is none for a role without pages", () => {
    expect(pagesFor({ pages: [] })).toEqual([]);
  });
});
