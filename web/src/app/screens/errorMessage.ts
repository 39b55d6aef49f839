// Message of the error screen by kind of error; technical details are never shown.
import { isRouteErrorResponse } from "react-router";
import { ApiProblem } from "@/lib/api/problem";
import { PartLoadError } from "@/lib/loadPart";

export type ErrorKind = "network" | "permission" | "not_found" | "timeout" | "validation" | "system" | "unknown";

/** By the error's type and status, never by the words of its message; `unknown` is for no error at all. */
export function errorKind(error: unknown): ErrorKind {
  if (error === null || error === undefined) return "unknown";
  if (error instanceof PartLoadError) return "network";
  if (error instanceof ApiProblem && error.code === "client.timeout") return "timeout";
  if (error instanceof ApiProblem || isRouteErrorResponse(error)) return kindOfStatus(error.status);
  return "system";
}

function kindOfStatus(status: number): ErrorKind {
  switch (status) {
    case 0:
      return "network";
    case 401:
    case 403:
      return "permission";
    case 404:
      return "not_found";
    case 422:
      return "validation";
    case 504:
      return "timeout";
    default:
      return "system";
  }
}
