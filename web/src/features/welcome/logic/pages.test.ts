import { describe, expect, it } from "vitest";
import { ROUTE_ENTRIES } from "@/lib/routes/manifest";
import { PAGES, pagesFor } from "./pages";

describe("pagesFor", () => {
  it("are in workflow order", () => {
    expect(pagesFor({ pages: ["talent-pool", "schedule"] })).toEqual(["schedule", "talent-pool"]);
  });
  it("omit pages without candidate work", () => {
    expect(pagesFor({ pages: ["settings", "dashboard", "prompts"] })).toEqual(["dashboard"]);
  });
  it("are empty for a role without pages", () => {
    expect(pagesFor({ pages: [] })).toEqual([]);
  });
});

it("cover the main menu except the pages of the steps", () => {
  const inMenu = ROUTE_ENTRIES.flatMap(([, { menu, access }]) =>
    menu?.place === "main" && typeof access === "object" && "page" in access ? [access.page] : [],
  );
  const inSteps = ["jobs", "ai-review"];
  expect([...PAGES].toSorted()).toEqual(inMenu.filter((page) => !inSteps.includes(page)).toSorted());
});
