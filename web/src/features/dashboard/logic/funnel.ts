// Conversion rates of the funnel.
import { STAGE } from "@/entities/application/stages";
import type { Dashboard } from "@/lib/api/types";

export type FunnelStage = Dashboard["funnel"][number];

export interface FunnelRow extends FunnelStage {
  /**
   * Share of those who entered the first stage, 0 to 1; null if none did, or if the stage is not part of the
   * funnel.
   */
  conversion: number | null;
}

/** The stages on the way to a hire; the archive is not one of them. */
export function funnelRows(funnel: readonly FunnelStage[]): FunnelRow[] {
  const first = funnel.find((stage) => stage.status === STAGE.aiReview)?.entered ?? 0;
  return funnel.map((stage) => ({
    ...stage,
    conversion: first > 0 && stage.status !== STAGE.archived ? stage.entered / first : null,
  }));
}

export function isEmpty(dashboard: Dashboard): boolean {
  return dashboard.funnel.every((stage) => stage.entered === 0 && stage.current === 0);
}
