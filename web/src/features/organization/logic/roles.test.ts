import { describe, expect, it } from "vitest";
import { reaches, rolesWithin } from "./roles";

describe("reaches", () => {
  it("goes down and not up", () => {
    expect(reaches("admin", "owner")).toBe(false);
    expect(reaches("admin", "admin")).toBe(true);
    expect(rolesWithin("hr_manager")).toEqual(["hr_manager", "recruiter", "interviewer", "viewer"]);
  });
});
