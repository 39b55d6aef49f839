// Score classes, and the thresholds of levels.
import type { AiEval, RecommendationLevel } from "@/lib/api/types";
import { LEVEL } from "./stages";

export type ScoreClass = "excellent" | "good" | "fair" | "poor";

/** 80 and over excellent, 60 good, 40 fair, else poor. */
export function scoreClass(score: number): ScoreClass {
  if (score >= 80) return "excellent";
  if (score >= 60) return "good";
  return score >= 40 ? "fair" : "poor";
}

/** The score to show; none without an evaluation, when it would say nothing about the person. */
export function shownScore(
  level: RecommendationLevel | null | undefined,
  score: number | null | undefined,
): number | null {
  return level === LEVEL.toBeEvaluated ? null : (score ?? null);
}

/** The score as a whole number: what it has reached, so that 79.6 is not shown as 80 beside the level below. */
export function wholeScore(score: number): number {
  return Math.floor(score);
}

export interface LevelThreshold {
  /** The level by score alone. */
  level: RecommendationLevel;
  score: number;
  /** False for the lowest level, which is below the score. */
  isReached: boolean;
}

/** The threshold that decided the level by score; null for evaluations from before thresholds were stored. */
export function thresholdOf({
  overallScore,
  thresholds,
}: Pick<AiEval, "overallScore" | "thresholds">): LevelThreshold | null {
  if (!thresholds) return null;
  const { strongly_recommend, recommend, average } = thresholds;
  const reached = [
    { level: LEVEL.strong, score: strongly_recommend },
    { level: LEVEL.recommended, score: recommend },
    { level: LEVEL.average, score: average },
  ].find(({ score }) => overallScore >= score);
  return reached ? { ...reached, isReached: true } : { level: LEVEL.notRecommended, score: average, isReached: false };
}
