// The steps of the guided tours: a page of the menu each, with a welcome and an end in the main one.

import type { RouteName } from "@/lib/routes/manifest";
import type { TourKind } from "@/lib/tour";

export type TourStep =
  | "welcome"
  | "jobs"
  | "evaluate"
  | "aiReview"
  | "pipeline"
  | "schedule"
  | "dashboard"
  | "talentPool"
  | "complete";

const PAGES = ["jobs", "evaluate", "aiReview", "pipeline", "schedule", "dashboard", "talentPool"] as const;

/** The steps for whoever has these pages in their menu; those of other pages are left out. */
export function tourSteps(kind: TourKind, menu: readonly RouteName[]): TourStep[] {
  const pages = PAGES.filter((page) => (menu as readonly string[]).includes(page));
  return kind === "main" ? ["welcome", ...pages, "complete"] : pages;
}
