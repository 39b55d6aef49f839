import { describe, expect, it } from "vitest";
import type { Membership } from "../api/types";
import { canOpenPath, isOpenToNewcomers, isOrganizationless, routeAt } from "./access";
import { ROUTE_ENTRIES } from "./manifest";

const member = (pages: string[], permissions: string[] = []) => ({ pages, permissions }) as unknown as Membership;

const SCREENS = Object.keys(import.meta.glob("../../features/*/routes/*Route.tsx"));

describe("the manifest", () => {
  it.each(ROUTE_ENTRIES)("has the screen of %s", (_, { screen }) => {
    const [feature, component] = screen.split("/");
    expect(SCREENS).toContain(`../../features/${feature}/routes/${component}.tsx`);
  });
  it("lists every path once", () => {
    const paths = ROUTE_ENTRIES.map(([, { path }]) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
  it("lists every screen", () => {
    const named = new Set(ROUTE_ENTRIES.map(([, { screen }]) => screen.replace("/", "/routes/")));
    expect(SCREENS.filter((file) => !named.has(file.slice("../../features/".length, -".tsx".length)))).toEqual([]);
  });
});

describe("routeAt", () => {
  it("prefers a fixed path to a pattern", () => {
    expect(routeAt("/jobs/new")?.path).toBe("/jobs/new");
    expect(routeAt("/jobs/0198-ab")?.path).toBe("/jobs/:id");
  });
  it("returns nothing for unknown paths", () => {
    expect(routeAt("/no-such-page")).toBeUndefined();
  });
});

describe("canOpenPath", () => {
  it.each([
    ["/jobs", "jobs"],
    ["/jobs/new", "jobs"],
    ["/jobs/0198-ab", "jobs"],
    ["/evaluate", "evaluate"],
    ["/evaluate/", "evaluate"],
    ["/ai-review", "ai-review"],
  ])("opens %s with the page %s only", (path, page) => {
    expect(canOpenPath(member([page]), path)).toBe(true);
    expect(canOpenPath(member([]), path)).toBe(false);
  });

  it.each([
    ["/organization/settings", "organization:manage"],
    ["/organization/permissions", "organization:manage"],
    ["/organization/members", "members:view"],
  ])("opens %s with the organization page and the permission %s", (path, permission) => {
    expect(canOpenPath(member(["organization"], [permission]), path)).toBe(true);
    expect(canOpenPath(member(["organization"]), path)).toBe(false);
    expect(canOpenPath(member([], [permission]), path)).toBe(false);
  });

  it.each(["/", "/welcome", "/organization", "/organization/select", "/organization/create", "/account", "/nowhere"])(
    "leaves %s open",
    (path) => {
      expect(canOpenPath(member([]), path)).toBe(true);
    },
  );
});

describe("isOrganizationless", () => {
  it("covers creating and choosing an organization, and the home page", () => {
    expect(isOrganizationless("/")).toBe(true);
    expect(isOrganizationless("/organization/setup")).toBe(true);
    expect(isOrganizationless("/organization/select")).toBe(true);
    expect(isOrganizationless("/organization")).toBe(false);
    expect(isOrganizationless("/nowhere")).toBe(false);
  });
});

describe("isOpenToNewcomers", () => {
  it("covers the start page only", () => {
    expect(isOpenToNewcomers("/welcome")).toBe(true);
    expect(isOpenToNewcomers("/organization")).toBe(false);
  });
});
