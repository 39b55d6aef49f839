// What an insights task answered, read with care: a result is any JSON to the client.
import { STAGE } from "@/entities/application/stages";
import type { FailureReason, Stage } from "@/lib/api/types";
import type { FigurePart } from "./figures";

export interface NarratedFinding {
  kind: string;
  level: "attention" | "information";
  text: string;
  job_id?: string;
  status?: Stage;
  source?: NonNullable<FigurePart["source"]>;
}

export interface Insights {
  text: string;
  engine: string;
  /** Why rules stand in for the organization's model. */
  fallbackReason: FailureReason | null;
  findings: NarratedFinding[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function findingOf(value: unknown): NarratedFinding[] {
  if (!isRecord(value) || typeof value.kind !== "string" || typeof value.text !== "string") return [];
  const level = value.level === "attention" ? "attention" : "information";
  const job = typeof value.job_id === "string" ? { job_id: value.job_id } : {};
  const stage = Object.values(STAGE).find((known) => known === value.status);
  const status = stage ? { status: stage } : {};
  // The API refuses one that it does not know.
  const source = typeof value.source === "string" ? { source: value.source as NonNullable<FigurePart["source"]> } : {};
  return [{ kind: value.kind, level, text: value.text, ...job, ...status, ...source }];
}

/** The figure whose candidates a finding is about; null where there are none. */
export function figureOfFinding({ kind, status, source }: NarratedFinding): FigurePart | null {
  switch (kind) {
    case "stage_up":
    case "stage_down":
      return status ? { figure: "entered", status } : null;
    case "stage_slow":
      return status ? { figure: "left", status } : null;
    case "waiting_long":
      return { figure: "waiting" };
    case "invitations_expired":
      return { figure: "timed_out_now" };
    case "offers_open":
      return { figure: "current", status: STAGE.offer };
    case "job_unreviewed":
      return { figure: "current", status: STAGE.aiReview };
    case "job_crowded":
      return { figure: "applied" };
    case "source_best":
      return source ? { figure: "advanced", source } : null;
    default:
      return null;
  }
}

/** The insights in a task's result; null if it has none. */
export function insightsOf(result: unknown): Insights | null {
  if (!isRecord(result) || typeof result.text !== "string" || !Array.isArray(result.findings)) return null;
  const engine = typeof result.engine === "string" ? result.engine : "built-in";
  // Of one that it does not know, the page says nothing.
  const fallbackReason = typeof result.fallback_reason === "string" ? (result.fallback_reason as FailureReason) : null;
  return { text: result.text, engine, fallbackReason, findings: result.findings.flatMap(findingOf) };
}
