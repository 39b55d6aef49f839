// The API client: typed by the OpenAPI document, with ETags, one silent refresh on 401, and one error type.
import createFetchClient from "openapi-fetch";
import createQueryHooks from "openapi-react-query";
import { isIdentityChange } from "@/lib/auth/authEvents";
import { onAuthEvent, sessionManager } from "@/lib/auth/sessionManager";
import { onReset } from "@/lib/store";
import { EtagCache } from "./etag";
import { ApiProblem, toProblem, unreachable } from "./problem";
import type { paths } from "./schema";
import { readServerTime } from "./serverClock";

const etags = new EtagCache();
onAuthEvent((event) => {
  if (isIdentityChange(event)) etags.clear();
});
onReset(() => etags.clear());

/** Refreshes the session; returns whether it is still valid. */
export async function refreshSession(): Promise<boolean> {
  return (await sessionManager.refresh()) === "renewed";
}

/** Routes without a session return 401 for other reasons, such as a wrong password, so no refresh is attempted. */
const WITHOUT_SESSION = /^\/api\/auth\/(sign-in|sign-up|sign-out|refresh|verify|resend|reset-password)$/;

function canRefresh(url: string): boolean {
  return !WITHOUT_SESSION.test(new URL(url).pathname);
}

/** Sends the interface language, which may differ from the browser's, for account emails. */
function nameLanguage(request: Request): void {
  const language = globalThis.document?.documentElement.lang;
  if (language) request.headers.set("Accept-Language", language);
}

async function send(request: Request): Promise<Response> {
  nameLanguage(request);
  etags.prepare(request);
  const again = request.clone();
  let response: Response;
  try {
    response = await fetch(request);
    if (response.status === 401 && canRefresh(request.url) && !sessionManager.isSignedOut) {
      const refreshed = await sessionManager.refresh();
      if (refreshed === "unreachable") throw new ApiProblem({ status: 503, code: "server.unavailable" });
      if (refreshed === "renewed") {
        // An unread body keeps the connection open.
        await response.text();
        response = await fetch(again);
      }
      if (response.status === 401) sessionManager.expire();
    }
  } catch (cause) {
    if (cause instanceof ApiProblem || (cause instanceof DOMException && cause.name === "AbortError")) throw cause;
    throw unreachable(cause);
  }
  readServerTime(response.headers);
  const settled = await etags.resolve(request, response);
  if (!settled.ok) throw toProblem(settled.status, settled.headers, await settled.text());
  return settled;
}

/** Calls by path; rejects with `ApiProblem`. Use inside event handlers. */
export const api = createFetchClient<paths>({
  baseUrl: typeof location === "undefined" ? "" : location.origin,
  credentials: "same-origin",
  fetch: send,
});

/** Opens a streamed response; rejects with `ApiProblem`. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return send(
    new Request(new URL(path, location.origin), {
      credentials: "same-origin",
      headers: { Accept: "text/event-stream" },
      signal,
    }),
  );
}

/** Query and mutation hooks by path: `query.useQuery("get", "/api/…", { params })`. */
export const query = createQueryHooks(api);

/** A new idempotency key; repeating a request with it starts nothing twice. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
