import { describe, expect, it } from "vitest";
import { toProblem, unreachable } from "./problem";

describe("toProblem", () => {
  it("reads code, fields and retry time", () => {
    const problem = toProblem(
      422,
      new Headers({ "Retry-After": "12" }),
      JSON.stringify({ code: "request.invalid", detail: "x", errors: [{ field: "slug", code: "field.required" }] }),
    );
    expect(problem).toMatchObject({
      status: 422,
      code: "request.invalid",
      fields: { slug: "field.required" },
      retryAfter: 12,
    });
  });

  it("falls back to the status for other bodies", () => {
    expect(toProblem(502, new Headers(), "<html>").code).toBe("http.502");
    expect(toProblem(500, new Headers(), '"text"').code).toBe("http.500");
  });
});

describe("unreachable", () => {
  it("distinguishes a timeout from a broken connection", () => {
    expect(unreachable(new DOMException("late", "TimeoutError")).code).toBe("client.timeout");
    expect(unreachable(new TypeError("Failed to fetch")).code).toBe("client.network");
  });
});
