import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionManager } from "@/lib/auth/sessionManager";
import { api } from "./client";
import { ApiProblem } from "./problem";
import type { Session } from "./types";

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** A server with responses by path, in order; the last one repeats. */
function serve(answers: Record<string, (() => Response)[]>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const url = new URL(typeof input === "string" ? input : input.url, location.origin);
    asked.push(url.pathname);
    const queue = answers[url.pathname] ?? [];
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (!next) throw new TypeError("Failed to fetch");
    return next();
  });
  return asked;
}

describe("api", () => {
  const expired = vi.fn();
  let stop = () => {};

  beforeEach(() => {
    expired.mockClear();
    sessionManager.setInitial({
      user: { id: "lin" },
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    } as Session);
    stop = sessionManager.on((event) => {
      if (event.type === "signed_out") expired();
    });
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
  });

  it("refreshes once and retries when the session has expired", async () => {
    const asked = serve({
      "/api/me/organizations": [() => json(401, {}), () => json(200, { items: [], total: 0 })],
      "/api/auth/refresh": [() => json(200, { user: { id: "lin" }, expires_at: "2026-01-01T00:00:00Z" })],
    });
    const { data } = await api.GET("/api/me/organizations");
    expect(data).toEqual({ items: [], total: 0 });
    expect(asked).toEqual(["/api/me/organizations", "/api/auth/refresh", "/api/me/organizations"]);
    expect(expired).not.toHaveBeenCalled();
  });

  it("refreshes once for concurrent calls", async () => {
    const asked = serve({
      "/api/me/organizations": [() => json(401, {}), () => json(401, {}), () => json(200, { items: [], total: 0 })],
      "/api/auth/refresh": [() => json(200, { user: { id: "lin" }, expires_at: "2026-01-01T00:00:00Z" })],
    });
    await Promise.all([api.GET("/api/me/organizations"), api.GET("/api/me/organizations")]);
    expect(asked.filter((path) => path === "/api/auth/refresh")).toHaveLength(1);
  });

  it("expires the session when the refresh is refused", async () => {
    serve({
      "/api/me/organizations": [() => json(401, { code: "auth.unauthenticated" })],
      "/api/auth/refresh": [() => json(401, {})],
    });
    await expect(api.GET("/api/me/organizations")).rejects.toMatchObject({ code: "auth.unauthenticated" });
    expect(expired).toHaveBeenCalledOnce();
  });

  it("keeps the session while the server is unreachable", async () => {
    serve({
      "/api/me/organizations": [() => json(401, {})],
      "/api/auth/refresh": [() => json(500, {})],
    });
    await expect(api.GET("/api/me/organizations")).rejects.toMatchObject({ code: "server.unavailable" });
    expect(expired).not.toHaveBeenCalled();
  });

  it("does not treat a wrong password as an expired session", async () => {
    const asked = serve({ "/api/auth/sign-in": [() => json(401, { code: "auth.invalid_credentials" })] });
    await expect(api.POST("/api/auth/sign-in", { body: { email: "a@b.cn", password: "x" } })).rejects.toMatchObject({
      code: "auth.invalid_credentials",
    });
    expect(asked).toEqual(["/api/auth/sign-in"]);
    expect(expired).not.toHaveBeenCalled();
  });

  it("sends the interface language", async () => {
    const languages: (string | null)[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      languages.push(request.headers.get("Accept-Language"));
      return json(200, { items: [], total: 0 });
    });
    for (const language of ["id-ID", "en-US"]) {
      document.documentElement.lang = language;
      await api.GET("/api/me/organizations");
    }
    expect(languages).toEqual(["id-ID", "en-US"]);
  });

  it("rejects with a problem without an answer", async () => {
    serve({});
    const failure = await api.GET("/api/me/organizations").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiProblem);
    expect(failure).toMatchObject({ status: 0, code: "client.network" });
  });
});
