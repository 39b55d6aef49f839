// What an insights task answered, read with care: a result is any JSON to the client.
export interface NarratedFinding {
  kind: string;
  level: "attention" | "information";
  text: string;
  job_id?: string;
}

export interface Insights {
  text: string;
  engine: string;
  findings: NarratedFinding[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function findingOf(value: unknown): NarratedFinding[] {
  if (!isRecord(value) || typeof value.kind !== "string" || typeof value.text !== "string") return [];
  const level = value.level === "attention" ? "attention" : "information";
  const job = typeof value.job_id === "string" ? { job_id: value.job_id } : {};
  return [{ kind: value.kind, level, text: value.text, ...job }];
}

/** The insights in a task's result; null where it holds none. */
export function insightsOf(result: unknown): Insights | null {
  if (!isRecord(result) || typeof result.text !== "string" || !Array.isArray(result.findings)) return null;
  const engine = typeof result.engine === "string" ? result.engine : "built-in";
  return { text: result.text, engine, findings: result.findings.flatMap(findingOf) };
}
