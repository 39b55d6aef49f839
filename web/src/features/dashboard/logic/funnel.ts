// What the funnel's figures say beside each other.
import { STAGE } from "@/entities/application/stages";
import type { Dashboard } from "@/lib/api/types";

export type FunnelStage = Dashboard["funnel"][number];

export interface FunnelRow extends FunnelStage {
  /** Share of those who entered the first stage, 0 to 1; null where nobody did, or the stage is no step of the way. */
  conversion: number | null;
}

/** The stages a candidate passes on the way to a hire; the archive is none of them. */
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
