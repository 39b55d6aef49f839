import { describe, expect, it } from "vitest";
import type { Membership } from "@/lib/api/types";
import { isOrganizationless, mayOpen, welcomesAnyone } from "./access";

const member = (pages: string[], permissions: string[] = []) => ({ pages, permissions }) as unknown as Membership;

describe("mayOpen", () => {
  it.each([
    ["/jobs", "jobs"],
    ["/jobs/new", "jobs"],
    ["/jobs/0198-ab", "jobs"],
    ["/evaluate", "evaluate"],
    ["/evaluate/", "evaluate"],
    ["/ai-review", "ai-review"],
    ["/pipeline", "pipeline"],
    ["/schedule", "schedule"],
    ["/dashboard", "dashboard"],
    ["/talent-pool", "talent-pool"],
    ["/candidate/0198-ab", "talent-pool"],
    ["/offer-workbench", "offer-workbench"],
    ["/prompts", "settings"],
    ["/dev-tools", "dev-tools"],
  ])("opens %s with the page %s alone", (path, page) => {
    expect(mayOpen(member([page]), path)).toBe(true);
    expect(mayOpen(member([]), path)).toBe(false);
  });

  it.each([
    ["/organization/settings", "organization:manage"],
    ["/organization/permissions", "organization:manage"],
    ["/organization/members", "members:view"],
  ])("opens %s with the permission %s alone", (path, permission) => {
    expect(mayOpen(member([], [permission]), path)).toBe(true);
    expect(mayOpen(member(["organization"]), path)).toBe(false);
  });

  it.each(["/", "/welcome", "/organization", "/organization/select", "/organization/create", "/guide", "/account"])(
    "leaves %s open",
    (path) => {
      expect(mayOpen(member([]), path)).toBe(true);
    },
  );
});

describe("standsAlone", () => {
  it("is for making and choosing an organization, and for the way to the start", () => {
    expect(isOrganizationless("/")).toBe(true);
    expect(isOrganizationless("/organization/setup")).toBe(true);
    expect(isOrganizationless("/organization/select")).toBe(true);
    expect(isOrganizationless("/organization")).toBe(false);
  });
});

describe("welcomesAnyone", () => {
  it("is for the start page alone", () => {
    expect(welcomesAnyone("/welcome")).toBe(true);
    expect(welcomesAnyone("/organization")).toBe(false);
  });
});
