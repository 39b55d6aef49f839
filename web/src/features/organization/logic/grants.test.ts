import { describe, expect, it } from "vitest";
import type { RolePermission } from "@/lib/api/types";
import { isSame, presetGrants, toGrants, toggleGrant, toRolePermissions } from "./grants";

const grantable: RolePermission[] = [
  { resource: "pages", actions: ["jobs", "evaluate", "organization", "dev-tools"] },
  { resource: "organization", actions: ["view"] },
  { resource: "members", actions: ["view", "create"] },
  { resource: "jobs", actions: ["view", "create", "edit", "export", "archive"] },
  { resource: "evaluate", actions: ["view", "delete", "execute"] },
];
const defaults: RolePermission[] = [
  { resource: "pages", actions: ["jobs"] },
  { resource: "jobs", actions: ["view"] },
];
const role = { grantable, defaults };

describe("rows and grants", () => {
  it("round-trip without empty rows", () => {
    expect(toRolePermissions(toGrants(defaults), grantable)).toEqual(defaults);
    expect(isSame(toGrants(defaults), toGrants([...defaults, { resource: "evaluate", actions: [] }]))).toBe(true);
  });
});

describe("toggled", () => {
  it("enables viewing with an action", () => {
    expect(toggleGrant(new Set(), "jobs:edit", true, grantable)).toEqual(new Set(["jobs:edit", "jobs:view"]));
  });
  it("opens a page with its resource", () => {
    expect(toggleGrant(new Set(), "pages:evaluate", true, grantable)).toEqual(
      new Set(["pages:evaluate", "evaluate:view", "jobs:view"]),
    );
    expect(toggleGrant(new Set(), "pages:dev-tools", true, grantable)).toEqual(new Set(["pages:dev-tools"]));
  });
  it("disables everything that requires viewing", () => {
    const all = toGrants(grantable);
    const without = toggleGrant(all, "jobs:view", false, grantable);
    expect([...without].filter((key) => key.startsWith("jobs:"))).toEqual([]);
    expect(without.has("pages:jobs")).toBe(false);
    expect(without.has("pages:evaluate")).toBe(false);
    expect(without.has("evaluate:execute")).toBe(true);
  });
  it("closes a page and keeps its permissions", () => {
    const without = toggleGrant(toGrants(grantable), "pages:jobs", false, grantable);
    expect(without.has("pages:jobs")).toBe(false);
    expect(without.has("jobs:edit")).toBe(true);
  });
});

describe("preset", () => {
  const given = (which: Parameters<typeof presetGrants>[0]) => [...presetGrants(which, role)];
  it("allows viewing only", () => {
    expect(given("view_only")).toEqual([
      "pages:jobs",
      "pages:evaluate",
      "organization:view",
      "jobs:view",
      "evaluate:view",
    ]);
  });
  it("allows contributors to work without deleting, archiving or exporting", () => {
    expect(given("executor")).toEqual(
      ["pages:jobs", "pages:evaluate", "organization:view"].concat(
        ["jobs:view", "jobs:create", "jobs:edit"],
        ["evaluate:view", "evaluate:execute"],
      ),
    );
  });
  it("allows managers everything except operator tools", () => {
    const left = [...toGrants(grantable)].filter((key) => !presetGrants("manager", role).has(key));
    expect(left).toEqual(["pages:dev-tools"]);
  });
  it("selects all, clears all, restores defaults", () => {
    expect(isSame(presetGrants("select_all", role), toGrants(grantable))).toBe(true);
    expect(given("clear_all")).toEqual([]);
    expect(isSame(presetGrants("restore_defaults", role), toGrants(defaults))).toBe(true);
  });
});
