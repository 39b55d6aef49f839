// Which cached answers an event makes stale: by the paths they were asked from.

const PATHS: Record<string, readonly string[]> = {
  "application.changed": [
    "/applications",
    "/board",
    "/lanes",
    "/tiers",
    "/talent-pool",
    "/people",
    "/interview-schedules",
    "/offers",
  ],
  "batch.changed": ["/batches", "/batch-tasks"],
  "task.changed": ["/tasks"],
  "job.changed": ["/jobs"],
  "schedule.changed": ["/interview-schedules"],
};

const IN_ORGANIZATION = "/api/organizations/{organization_id}/";

/** Whether the answer with this key may have changed with the event; after a lost connection any may have. */
export function concerns(event: string, queryKey: readonly unknown[]): boolean {
  const path = queryKey.find((part) => typeof part === "string" && part.startsWith(IN_ORGANIZATION));
  if (typeof path !== "string") return false;
  if (event === "resync") return true;
  return (PATHS[event] ?? []).some((part) => `${path}/`.includes(`${part}/`));
}
