// Steps of the guided tours: one per menu page; the main tour adds a welcome and an end.

import type { RouteName } from "@/lib/routes/manifest";
import type { TourKind } from "@/lib/tour";

export type TourStep =
  | "welcome"
  | "jobs"
  | "evaluate"
  | "aiReview"
  | "pipeline"
  | "schedule"
  | "offerWorkbench"
  | "dashboard"
  | "talentPool"
  | "complete";

const PAGES = [
  "jobs",
  "evaluate",
  "aiReview",
  "pipeline",
  "schedule",
  "offerWorkbench",
  "dashboard",
  "talentPool",
] as const;

/** Steps for the user's menu pages; steps of other pages are left out. */
export function tourSteps(kind: TourKind, menu: readonly RouteName[]): TourStep[] {
  const pages = PAGES.filter((page) => (menu as readonly string[]).includes(page));
  return kind === "main" ? ["welcome", ...pages, "complete"] : pages;
}
