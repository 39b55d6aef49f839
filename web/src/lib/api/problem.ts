// The error type of all failed calls: the server's problem, or why there was no response.

/** An application/problem+json response, or its substitute without a response. */
export class ApiProblem extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Stable dotted code, e.g. `auth.invalid_credentials`; a key of the `errors` namespace. */
  readonly code: string;
  /** Codes by field name, from a 422. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;
  /** The current row, for 409 `request.stale`. */
  readonly current: unknown;

  constructor(init: {
    status: number;
    code: string;
    detail?: string | undefined;
    fields?: Record<string, string>;
    retryAfter?: number | null;
    current?: unknown;
  }) {
    super(init.detail ?? init.code);
    this.name = "ApiProblem";
    this.status = init.status;
    this.code = init.code;
    this.fields = init.fields ?? {};
    this.retryAfter = init.retryAfter ?? null;
    this.current = init.current;
  }
}

/** Whether the requested item does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

/** Whether the requested item does not exist, or the role may not read it. */
export function isInaccessible(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiProblem && error.status === 403);
}

/** Whether a retry may help. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Parses the problem of a failed response with any body. */
export function toProblem(status: number, headers: Headers, body: string): ApiProblem {
  const parsed = parse(body);
  const fields: Record<string, string> = {};
  if (Array.isArray(parsed["errors"])) {
    for (const entry of parsed["errors"] as unknown[]) {
      if (isRecord(entry) && typeof entry["field"] === "string" && typeof entry["code"] === "string") {
        fields[entry["field"]] = entry["code"];
      }
    }
  }
  const seconds = Number(headers.get("retry-after"));
  return new ApiProblem({
    status,
    code: typeof parsed["code"] === "string" ? parsed["code"] : `http.${status}`,
    detail: typeof parsed["detail"] === "string" ? parsed["detail"] : undefined,
    fields,
    retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    current: parsed["current"],
  });
}

/** The problem for a missing response. */
export function unreachable(cause: unknown): ApiProblem {
  const timedOut = cause instanceof DOMException && cause.name === "TimeoutError";
  return new ApiProblem({ status: 0, code: timedOut ? "client.timeout" : "client.network" });
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
