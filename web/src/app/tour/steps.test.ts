import { expect, it } from "vitest";
import { ROUTE_ENTRIES } from "@/lib/routes/manifest";
import { tourSteps } from "./steps";

it("has ten steps with every page, and skips pages the role lacks", () => {
  const menu = ROUTE_ENTRIES.filter(([, route]) => route.menu?.place === "main").map(([key]) => key);
  expect(tourSteps("main", menu)).toEqual(["welcome", ...tourSteps("short", menu), "complete"]);
  expect(tourSteps("short", menu)).toEqual(menu.filter((page) => tourSteps("short", [page]).length > 0));
  expect(tourSteps("main", menu)).toHaveLength(10);
  expect(tourSteps("main", ["dashboard"])).toEqual(["welcome", "dashboard", "complete"]);
  expect(tourSteps("short", [])).toEqual([]);
});
