import { describe, expect, it } from "vitest";
import { isLastOwner, reaches, rolesWithin } from "./roles";

describe("reaches", () => {
  it("goes down and not up", () => {
    expect(reaches("admin", "owner")).toBe(false);
    expect(reaches("admin", "admin")).toBe(true);
    expect(rolesWithin("hr_manager")).toEqual(["hr_manager", "recruiter", "interviewer", "viewer"]);
  });
});

describe("isLastOwner", () => {
  const lin = { id: "lin", role: "owner", is_active: true } as const;
  it("is whoever has no other active owner beside them", () => {
    expect(isLastOwner("lin", [lin, { id: "chen", role: "admin", is_active: true }])).toBe(true);
    expect(isLastOwner("lin", [lin, { id: "chen", role: "owner", is_active: false }])).toBe(true);
  });
  it("is nobody where another owner stays", () => {
    expect(isLastOwner("lin", [lin, { id: "chen", role: "owner", is_active: true }])).toBe(false);
  });
});
