// Whether a dashboard has figures.
import type { Dashboard } from "@/lib/api/types";

export function isEmpty(dashboard: Dashboard): boolean {
  return dashboard.funnel.every((stage) => stage.entered === 0 && stage.current === 0);
}
