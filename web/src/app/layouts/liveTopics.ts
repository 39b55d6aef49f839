// Maps live events to the query keys they make stale, by API path and job.
import type { components } from "@/lib/api/schema";
import type { LiveMessage } from "@/lib/events/liveEvents";

type Changed = components["schemas"]["Changed"];

/** What changed. */
export interface Change {
  topic: string;
  /** The job whose data changed; null if it may be any. */
  jobId: string | null;
}

/** The paths below the organization's that show what changed. */
const PATHS: Record<string, RegExp> = {
  "application.changed":
    /^(applications|talent-pool|people|interview-schedules|offers|job-figures)(\/|$)|^jobs\/\{job_id\}\/(board|lanes|tiers)$/,
  "batch.changed": /^(batches|batch-tasks|job-figures)(\/|$)/,
  "job.changed": /^jobs(\/\{job_id\}(\/rubric)?)?$|^members\/\{member_id\}\/jobs$/,
  "mark.changed": /^(applications\/\{application_id\}|jobs\/\{job_id\})\/marks$/,
  "schedule.changed": /^interview-schedules(\/|$)/,
  "email.changed": /^(emails|email-service|inbound-messages)(\/|$)/,
  "inbound.changed": /^inbound-messages(\/|$)/,
  "settings.changed": /^(settings|prompts|interview-locations|email-service)(\/|$)/,
};

const IN_ORGANIZATION = "/api/organizations/{organization_id}/";

export function changeOf({ type, data }: LiveMessage): Change {
  return { topic: type, jobId: jobIn(data) };
}

function jobIn(data: string): string | null {
  try {
    return (JSON.parse(data) as Partial<Changed> | null)?.job_id ?? null;
  } catch {
    return null;
  }
}

/** Whether the change may concern this query's data; after a resync any may. */
export function concerns({ topic, jobId }: Change, queryKey: readonly unknown[]): boolean {
  const path = queryKey.find((part) => typeof part === "string" && part.startsWith(IN_ORGANIZATION));
  if (typeof path !== "string") return false;
  if (topic === "resync") return true;
  if (!PATHS[topic]?.test(path.slice(IN_ORGANIZATION.length))) return false;
  const only = jobOf(queryKey);
  return jobId === null || only === null || only === jobId;
}

/** The one job that a query is about; null if it is about several, or about something whose job its key doesn't name. */
function jobOf(queryKey: readonly unknown[]): string | null {
  const [, , init] = queryKey as readonly [
    unknown,
    unknown,
    { params?: Record<string, Record<string, unknown>> } | null,
  ];
  const jobId = init?.params?.["path"]?.["job_id"] ?? init?.params?.["query"]?.["job_id"];
  return typeof jobId === "string" && jobId !== "" ? jobId : null;
}
