// What an insights task answered, read with care: a result is any JSON to the client.
import { STAGE } from "@/entities/application/stages";
import type { FailureReason, Stage } from "@/lib/api/types";
import type { FigurePart } from "./figures";

/** What makes a finding, as a sentence. */
export interface NarratedCause {
  kind: string;
  text: string;
  job_id?: string;
  source?: NonNullable<FigurePart["source"]>;
}

export interface NarratedFinding {
  kind: string;
  level: "attention" | "information";
  text: string;
  /** What to do next. */
  step: string;
  cause?: NarratedCause;
  job_id?: string;
  status?: Stage;
  waits_for?: NonNullable<FigurePart["waits_for"]>;
  source?: NonNullable<FigurePart["source"]>;
}

export interface Insights {
  /** A summary of the findings by a model; or that there are none. */
  text: string;
  engine: string;
  /** Why there is no summary by the organization's model. */
  fallbackReason: FailureReason | null;
  findings: NarratedFinding[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The job and source of a finding or cause. */
function placeOf({ job_id, source }: Record<string, unknown>) {
  return {
    ...(typeof job_id === "string" ? { job_id } : {}),
    // The API refuses one that it does not know.
    ...(typeof source === "string" ? { source: source as NonNullable<FigurePart["source"]> } : {}),
  };
}

function causeOf({ cause, cause_text }: Record<string, unknown>): { cause?: NarratedCause } {
  if (!isRecord(cause) || typeof cause.kind !== "string" || typeof cause_text !== "string") return {};
  return { cause: { kind: cause.kind, text: cause_text, ...placeOf(cause) } };
}

function findingOf(value: unknown): NarratedFinding[] {
  if (!isRecord(value) || typeof value.kind !== "string" || typeof value.text !== "string") return [];
  const level = value.level === "attention" ? "attention" : "information";
  const stage = Object.values(STAGE).find((known) => known === value.status);
  return [
    {
      kind: value.kind,
      level,
      text: value.text,
      step: typeof value.next_step === "string" ? value.next_step : "",
      ...causeOf(value),
      ...placeOf(value),
      ...(stage ? { status: stage } : {}),
      ...(typeof value.waits_for === "string"
        ? { waits_for: value.waits_for as NonNullable<FigurePart["waits_for"]> }
        : {}),
    },
  ];
}

/** The figure whose candidates a finding is about; null where there are none. */
export function figureOfFinding({ kind, status, waits_for, source }: NarratedFinding): FigurePart | null {
  switch (kind) {
    case "stage_up":
    case "stage_down":
      return status ? { figure: "entered", status } : null;
    case "stage_slow":
      return status ? { figure: "left", status } : null;
    case "waiting_long":
      return waits_for ? { figure: "waiting", waits_for } : { figure: "waiting" };
    case "invitations_expired":
      return { figure: "timed_out_now" };
    case "job_unreviewed":
      return { figure: "current", status: STAGE.aiReview };
    case "source_best":
      return source ? { figure: "advanced", source } : null;
    default:
      return null;
  }
}

const PATH: readonly Stage[] = [STAGE.aiReview, STAGE.online, STAGE.onsite, STAGE.offer, STAGE.onboarding];

/** The figure whose candidates the next step is about; null where there are none. */
export function figureOfStep(finding: NarratedFinding): FigurePart | null {
  const { kind, status } = finding;
  if ((kind !== "stage_up" && kind !== "stage_down") || !status) return figureOfFinding(finding);
  const at = PATH.indexOf(status);
  const before = kind === "stage_down" ? PATH[at - 1] : PATH[at];
  // The first stage has no stage before it: its entries are shown.
  return before ? { figure: "current", status: before } : figureOfFinding(finding);
}

/** The figure that a cause counts, and its job if it is of one; null where there is none. */
export function figureOfCause(finding: NarratedFinding): { part: FigurePart; job_id?: string } | null {
  const { cause } = finding;
  if (cause?.kind === "source_change") {
    return cause.source ? { part: { figure: "source", source: cause.source } } : null;
  }
  const part = figureOfFinding(finding);
  const isOfJob = cause?.kind === "job" || cause?.kind === "jobs" || cause?.kind === "job_change";
  return part && isOfJob && cause.job_id ? { part, job_id: cause.job_id } : null;
}

/** The insights in a task's result; null if it has none. */
export function insightsOf(result: unknown): Insights | null {
  if (!isRecord(result) || typeof result.text !== "string" || !Array.isArray(result.findings)) return null;
  const engine = typeof result.engine === "string" ? result.engine : "built-in";
  // Of one that it does not know, the page says nothing.
  const fallbackReason = typeof result.fallback_reason === "string" ? (result.fallback_reason as FailureReason) : null;
  return { text: result.text, engine, fallbackReason, findings: result.findings.flatMap(findingOf) };
}
