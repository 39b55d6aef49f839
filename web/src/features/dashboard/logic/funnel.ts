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
  /** The same in the previous period. */
  conversion_before: number | null;
}

/** The stages on the way to a hire; the archive is not one of them. */
export function funnelRows(funnel: readonly FunnelStage[]): FunnelRow[] {
  const first = funnel.find((stage) => stage.status === STAGE.aiReview);
  const share = (entered: number, of: number | undefined) => (of ? entered / of : null);
  return funnel.map((stage) => {
    const isOnTheWay = stage.status !== STAGE.archived;
    return {
      ...stage,
      conversion: isOnTheWay ? share(stage.entered, first?.entered) : null,
      conversion_before: isOnTheWay ? share(stage.entered_before, first?.entered_before) : null,
    };
  });
}

export function isEmpty(dashboard: Dashboard): boolean {
  return dashboard.funnel.every((stage) => stage.entered === 0 && stage.current === 0);
}
