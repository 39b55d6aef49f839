// The one way to the server: typed by its OpenAPI document, with ETags, one silent refresh on 401, and one error type.
import createFetchClient from "openapi-fetch";
import createQueryHooks from "openapi-react-query";
import { EtagCache } from "./etag";
import { toProblem, unreachable } from "./problem";
import type { paths } from "./schema";

const etags = new EtagCache();
const expiryListeners = new Set<() => void>();
let refreshing: Promise<boolean> | null = null;

/** Called when a signed-in person's session turned out to be over. Returns the way to stop listening. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** One refresh however many calls found out at once; false when the session cannot be continued. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= fetch("/api/auth/refresh", { method: "POST", credentials: "same-origin" })
    .then((response) => response.ok)
    .catch(() => false)
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** Says that the session is over, to whoever shows the sign-in page. */
export function announceExpiry(): void {
  etags.clear();
  for (const listener of expiryListeners) listener();
}

/** Sign-in itself answers 401 for a wrong password; refreshing would be beside the point there. */
function mayRefresh(url: string): boolean {
  const path = new URL(url).pathname;
  return !path.startsWith("/api/auth/") || path === "/api/auth/session" || path === "/api/auth/user";
}

async function send(request: Request): Promise<Response> {
  etags.ask(request);
  const again = request.clone();
  let response: Response;
  try {
    response = await fetch(request);
    if (response.status === 401 && mayRefresh(request.url)) {
      if (await refreshSession()) response = await fetch(again);
      if (response.status === 401 && !request.url.endsWith("/api/auth/session")) announceExpiry();
    }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw unreachable(cause);
  }
  const settled = await etags.settle(request, response);
  if (!settled.ok) throw toProblem(settled.status, settled.headers, await settled.text());
  return settled;
}

/** Calls by path; rejects with `ApiProblem`. Use inside event handlers. */
export const api = createFetchClient<paths>({
  baseUrl: typeof location === "undefined" ? "" : location.origin,
  credentials: "same-origin",
  fetch: send,
});

/** Query and mutation hooks by path: `query.useQuery("get", "/api/…", { params })`. */
export const query = createQueryHooks(api);

/** A fresh key per started piece of work; sending the same key again starts nothing twice. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
