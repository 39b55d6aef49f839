// Score classes and tiers.
import type { RecommendationLevel } from "@/lib/api/types";
import { LEVEL } from "./stages";

export type ScoreClass = "excellent" | "good" | "fair" | "poor";

/** 80 and over excellent, 60 good, 40 fair, else poor. */
export function scoreClass(score: number): ScoreClass {
  if (score >= 80) return "excellent";
  if (score >= 60) return "good";
  return score >= 40 ? "fair" : "poor";
}

/** Tier 1 is the strong recommendation, tier 2 the plain one, tier 3 the rest. */
export function tierOf(level: RecommendationLevel): 1 | 2 | 3 {
  if (level === LEVEL.strong) return 1;
  return level === LEVEL.recommended ? 2 : 3;
}
