// The mocked network of component tests: msw at the HTTP boundary, typed by the API's document.
import { HttpResponse, http, type JsonBodyType, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import type { components, paths } from "@/lib/api/schema";

type Method = "get" | "post" | "put" | "patch" | "delete";
type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Content<R> = R extends { content: { "application/json": infer Body } } ? Body : never;
type Success<Operation> = Operation extends { responses: infer R } ? Content<R[keyof R & (200 | 201 | 202)]> : never;

export interface Call {
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The JSON body; null without one. */
  body: unknown;
}

type Answer<M extends Method, P extends keyof paths> = Success<paths[P][M & keyof paths[P]]> | Response;

export const server = setupServer();

/** Handles an API path with a body of the documented type, or any `Response`. */
export function on<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  answer: (call: Call) => Answer<M, P> | Promise<Answer<M, P>>,
): RequestHandler {
  const pattern = `*${path.replace(/\{(\w+)\}/g, ":$1")}`;
  return http[method](pattern, async ({ request, params }) => {
    const text = await request.clone().text();
    const answered = await answer({
      params: params as Record<string, string>,
      query: new URL(request.url).searchParams,
      headers: request.headers,
      body: isJson(request) && text !== "" ? JSON.parse(text) : null,
    });
    return answered instanceof Response ? answered : HttpResponse.json(answered as JsonBodyType);
  });
}

function isJson(request: Request): boolean {
  return request.headers.get("Content-Type")?.includes("json") ?? false;
}

export function problem(status: number, code: components["schemas"]["Code"], more: object = {}): Response {
  return HttpResponse.json(
    { type: "about:blank", title: code, status, detail: code, code, ...more },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );
}

/** The stream of a task's text, which ends at once with the task. */
export function ended(task: components["schemas"]["Task"]): Response {
  const body = `event: end\ndata: ${JSON.stringify(task)}\n\n`;
  return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
}

/** A response without a body. */
export function empty(): Response {
  return new HttpResponse(null, { status: 204 });
}

/** A single page with all items. */
export function paged<T>(items: T[]): { items: T[]; total: number } {
  return { items, total: items.length };
}
