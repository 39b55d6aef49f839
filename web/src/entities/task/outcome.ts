// What became of the parts of a finished task, where they may end differently.
import type { Task } from "@/lib/api/types";

export interface TaskOutcome {
  done: number;
  failed: number;
  /** Emails that may or may not have arrived. */
  unknown: number;
  /** The emails that did not go out for sure. */
  emailIds: readonly string[];
  /** The letters that could not be written, to be written again. */
  unwritten: { type: string; applicationIds: readonly string[] } | null;
}

type Part = Partial<Record<"status" | "emailId" | "applicationId" | "emailType", unknown>>;

function partsOf(list: unknown): Part[] {
  return Array.isArray(list) ? list.filter((part) => typeof part === "object" && part !== null) : [];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Nothing for tasks that are under way, failed as a whole, or have no such parts. */
export function outcomeOf({ kind, status, result }: Task): TaskOutcome | null {
  if (status !== "completed") return null;
  if (kind === "email.send_request") return sendingOutcome(partsOf((result as { results?: unknown } | null)?.results));
  return kind === "email.generate" ? writingOutcome(partsOf(result)) : null;
}

function sendingOutcome(parts: readonly Part[]): TaskOutcome {
  const count = (status: string) => parts.filter((part) => part.status === status).length;
  const left = parts.filter(({ status }) => status !== "sent");
  const emailIds = left.map(({ emailId }) => emailId).filter(isText);
  return { done: count("sent"), failed: count("failed"), unknown: count("unknown"), emailIds, unwritten: null };
}

function writingOutcome(parts: readonly Part[]): TaskOutcome {
  const failed = parts.filter(({ status }) => status === "failed");
  const type = failed.map(({ emailType }) => emailType).find(isText);
  const ids = failed.filter(({ emailType }) => emailType === type).map(({ applicationId }) => applicationId);
  return {
    done: parts.length - failed.length,
    failed: failed.length,
    unknown: 0,
    emailIds: [],
    unwritten: type ? { type, applicationIds: ids.filter(isText) } : null,
  };
}
