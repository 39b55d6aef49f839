import { describe, expect, it } from "vitest";
import { ApiProblem } from "@/lib/api/problem";
import { errorKind } from "./errorMessage";

describe("errorKind", () => {
  it.each([
    ["Failed to fetch", "network"],
    ["Network request failed", "network"],
    ["Failed to fetch dynamically imported module", "network"],
    ["permission denied", "permission"],
    ["Unauthorized", "permission"],
    ["Not Found", "not_found"],
    ["404", "not_found"],
    ["timeout of 3000 ms", "timeout"],
    ["validation failed", "validation"],
    ["invalid date", "validation"],
    ["cannot read properties of undefined", "system"],
  ])("maps %j to %s", (message, kind) => {
    expect(errorKind(new Error(message))).toBe(kind);
  });

  it.each([
    [0, "client.network", "network"],
    [0, "client.timeout", "timeout"],
    [403, "permission.denied", "permission"],
    [404, "job.not_found", "not_found"],
    [422, "request.invalid", "validation"],
    [500, "server.internal", "system"],
  ])("maps status %i with code %s to %s", (status, code, kind) => {
    expect(errorKind(new ApiProblem({ status, code }))).toBe(kind);
  });

  it("returns unknown without an error", () => {
    expect(errorKind(null)).toBe("unknown");
  });
});
