// The state of a cron.
import type { OpsOverview } from "@/lib/api/types";

type Cron = OpsOverview["crons"][number];
export type CronState = "running" | "failed" | "completed" | "overdue";

/** How long after it was due a run is missed, in milliseconds; schedulers look once a minute. */
const LATE_MS = 3 * 60_000;
/** A run that began longer ago was interrupted. */
const MAX_RUN_MS = 3_600_000;

export function cronState(cron: Cron, now: number): CronState {
  const ended = (at: string | null | undefined) => (at ? Date.parse(at) : 0);
  const [started, finished, failed] = [Date.parse(cron.started_at), ended(cron.finished_at), ended(cron.failed_at)];
  if (Math.max(finished, failed) < started && now - started < MAX_RUN_MS) return "running";
  if (now > Date.parse(cron.next_at) + LATE_MS) return "overdue";
  return failed > finished ? "failed" : "completed";
}
