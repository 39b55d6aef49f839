import { describe, expect, it } from "vitest";
import { ApiProblem } from "@/lib/api/problem";
import { PartLoadError } from "@/lib/loadPart";
import { errorKind } from "./errorMessage";

describe("errorKind", () => {
  it.each(["Invalid hook call", "Not Found", "permission denied", "cannot read properties of undefined"])(
    "doesn't guess by the words of %j",
    (message) => {
      expect(errorKind(new Error(message))).toBe("system");
    },
  );

  it("takes code that could not be loaded for a connection problem", () => {
    expect(errorKind(new PartLoadError(new TypeError("Failed to fetch")))).toBe("network");
  });

  it.each([
    [404, "not_found"],
    [405, "system"],
  ])("maps the router's status %i to %s", (status, kind) => {
    expect(errorKind({ status, statusText: "", internal: true, data: null })).toBe(kind);
  });

  it.each([
    [0, "client.network", "network"],
    [0, "client.timeout", "timeout"],
    [403, "permission.denied", "permission"],
    [404, "job.not_found", "not_found"],
    [422, "request.invalid", "validation"],
    [504, "http.504", "timeout"],
    [500, "server.internal", "system"],
  ])("maps status %i with code %s to %s", (status, code, kind) => {
    expect(errorKind(new ApiProblem({ status, code }))).toBe(kind);
  });

  it("returns unknown without an error", () => {
    expect(errorKind(null)).toBe("unknown");
  });
});
