// Conversion of those who applied in a period.
import type { Dashboard } from "@/lib/api/types";

type Cohort = Dashboard["cohort"];

export interface CohortRow {
  status: Cohort["stages"][number]["status"];
  reached: number;
  reached_before: number;
  /** Share of all who applied, 0 to 1; null if none did. */
  share: number | null;
  /** The same for those who applied in the previous period. */
  share_before: number | null;
  /** Share of those who reached the stage before; null for the first stage, or if none did. */
  passed: number | null;
}

export function cohortRows({ applied, applied_before, stages }: Cohort): CohortRow[] {
  const share = (part: number, whole: number | undefined) => (whole ? part / whole : null);
  return stages.map(({ status, reached, reached_before }, at) => ({
    status,
    reached,
    reached_before,
    share: share(reached, applied),
    share_before: share(reached_before, applied_before),
    passed: share(reached, stages[at - 1]?.reached),
  }));
}
