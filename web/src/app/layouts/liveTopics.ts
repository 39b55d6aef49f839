// Maps live events to the query keys they make stale, by API path.

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
    "/job-figures",
  ],
  "batch.changed": ["/batches", "/batch-tasks", "/job-figures"],
  "task.changed": ["/tasks"],
  "job.changed": ["/jobs"],
  "schedule.changed": ["/interview-schedules"],
};

const IN_ORGANIZATION = "/api/organizations/{organization_id}/";

/** Whether the event may have changed this query's data; after a resync any query may have. */
export function concerns(event: string, queryKey: readonly unknown[]): boolean {
  const path = queryKey.find((part) => typeof part === "string" && part.startsWith(IN_ORGANIZATION));
  if (typeof path !== "string") return false;
  if (event === "resync") return true;
  return (PATHS[event] ?? []).some((part) => `${path}/`.includes(`${part}/`));
}
