import { describe, expect, it } from "vitest";
import { href } from "./href";

describe("href", () => {
  it("returns the path without parameters", () => {
    expect(href("jobs")).toBe("/jobs");
  });
  it("fills in path parameters", () => {
    expect(href("job", { id: "0198/ab" })).toBe("/jobs/0198%2Fab");
  });
  it("adds search parameters with a value", () => {
    expect(href("evaluate", { job_id: "j1", batch_id: "b1" })).toBe("/evaluate?job_id=j1&batch_id=b1");
    expect(href("evaluate", { job_id: "j1", batch_id: null })).toBe("/evaluate?job_id=j1");
    expect(href("evaluate", { job_id: null })).toBe("/evaluate");
  });
});
