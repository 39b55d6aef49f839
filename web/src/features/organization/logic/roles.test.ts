import { describe, expect, it } from "vitest";
import { assignableRoles, canManageRole, grantableTo, isLastOwner } from "./roles";

describe("canManageRole", () => {
  it("covers one's own role and lower ones", () => {
    expect(canManageRole("admin", "owner")).toBe(false);
    expect(canManageRole("admin", "admin")).toBe(true);
    expect(assignableRoles("hr_manager")).toEqual(["hr_manager", "recruiter", "interviewer", "viewer"]);
  });
});

describe("grantableTo", () => {
  it("leaves out what is reserved from the role", () => {
    const mine = ["organization:delete", "members:create", "jobs:create"] as const;
    expect(grantableTo("recruiter", mine)).toEqual(["jobs:create"]);
    expect(grantableTo("hr_manager", mine)).toEqual(["members:create", "jobs:create"]);
    expect(grantableTo("admin", mine)).toEqual(mine);
  });
});

describe("isLastOwner", () => {
  const lin = { id: "lin", role: "owner", is_active: true } as const;
  it("is true without another active owner", () => {
    expect(isLastOwner("lin", [lin, { id: "chen", role: "admin", is_active: true }])).toBe(true);
    expect(isLastOwner("lin", [lin, { id: "chen", role: "owner", is_active: false }])).toBe(true);
  });
  it("is false while another owner is active", () => {
    expect(isLastOwner("lin", [lin, { id: "chen", role: "owner", is_active: true }])).toBe(false);
  });
});
