// Message of the error screen by kind of error; technical details are never shown.
import { ApiProblem } from "@/lib/api/problem";

export type ErrorKind = "network" | "permission" | "not_found" | "timeout" | "validation" | "system" | "unknown";

/** The first rule that fits wins; `unknown` is for no error at all. */
export function errorKind(error: unknown): ErrorKind {
  if (error === null || error === undefined) return "unknown";
  if (error instanceof ApiProblem) {
    if (error.code === "client.timeout" || error.status === 504) return "timeout";
    if (error.status === 0) return "network";
    if (error.status === 401 || error.status === 403) return "permission";
    if (error.status === 404) return "not_found";
    if (error.status === 422) return "validation";
  }
  const text = (error instanceof Error ? error.message : String(error)).toLowerCase();
  if (/network|fetch|dynamically imported/.test(text)) return "network";
  if (/permission|unauthori[sz]ed/.test(text)) return "permission";
  if (/not found|404/.test(text)) return "not_found";
  if (/timeout|timed out/.test(text)) return "timeout";
  if (/validation|invalid/.test(text)) return "validation";
  return "system";
}
