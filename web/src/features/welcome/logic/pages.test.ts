import { describe, expect, it } from "vitest";
import { ROUTE_ENTRIES } from "@/lib/routes/manifest";
import { PAGES, pagesFor } from "./pages";

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

it("names every page of the main menu besides those that the steps are about", () => {
  const inMenu = ROUTE_ENTRIES.flatMap(([, { menu, access }]) =>
    menu?.place === "main" && typeof access === "object" && "page" in access ? [access.page] : [],
  );
  const inSteps = ["jobs", "ai-review"];
  expect([...PAGES].toSorted()).toEqual(inMenu.filter((page) => !inSteps.includes(page)).toSorted());
});
