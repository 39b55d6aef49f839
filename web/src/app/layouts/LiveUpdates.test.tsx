import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { sessionManager } from "@/lib/auth/sessionManager";
import { boardApi, JOB } from "@/testing/board";
import { idOf, job, membership, session } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const encoder = new TextEncoder();

beforeEach(mockElementSize);

it("refetches an open board for changes in its job, and not for those in another", async () => {
  let write = (_text: string) => {};
  const send = (type: string, jobId: string) =>
    write(`event: ${type}\ndata: ${JSON.stringify({ job_id: jobId, ids: [idOf(1)] })}\n\n`);
  const asked: string[] = [];
  await renderApp(`/pipeline?job_id=${JOB.id}`, {
    handlers: [
      http.get("*/api/organizations/:organization_id/events", () => {
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => {
            write = (text) => stream.enqueue(encoder.encode(text));
          },
        });
        return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
      }),
      http.get("*/jobs", () => void asked.push("jobs")),
      http.get("*/jobs/:job_id/:part", ({ params }) => void asked.push(String(params["part"]))),
      ...boardApi(async () => []).handlers,
    ],
  });
  await screen.findByRole("article", { name: "Chen Yu" });
  const lanes = () => asked.filter((part) => part === "board").length;
  const shown = lanes();
  asked.length = 0;
  // The first connection refetches everything.
  write(": connected\n\n");
  await waitFor(() => expect(lanes()).toBe(shown));
  await waitFor(() => expect(asked).toContain("lanes"));
  asked.length = 0;
  send("application.changed", idOf(7));
  send("job.changed", idOf(7));
  await waitFor(() => expect(asked).toContain("jobs"));
  expect(asked.filter((part) => part !== "jobs")).toEqual([]);
  send("application.changed", JOB.id);
  await waitFor(() => expect(lanes()).toBe(shown));
  expect(asked).toContain("lanes");
});

it("shows what changed after a list was loaded and before events arrive", async () => {
  let title = "Night nurse";
  let connect = () => {};
  const connected = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await renderApp("/jobs", {
    handlers: [
      on("get", "/api/organizations/{organization_id}/jobs", () => paged([job({ title })])),
      http.get("*/api/organizations/:organization_id/events", async () => {
        await connected;
        // The server's first comment, which the answer waits for.
        const body = new ReadableStream({ start: (stream) => stream.enqueue(encoder.encode(": connected\n\n")) });
        return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
      }),
    ],
  });
  await screen.findByText("Night nurse");
  title = "Day nurse";
  connect();
  expect(await screen.findByText("Day nurse")).toBeTruthy();
});

it("shows a changed role at once", async () => {
  let mine = membership({ role: "viewer", pages: ["jobs", "dashboard"], permissions: ["jobs:view", "dashboard:view"] });
  let write = (_text: string) => {};
  await renderApp("/jobs", {
    handlers: [
      on("get", "/api/me/organizations", () => paged([mine])),
      on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()])),
      http.get("*/api/organizations/:organization_id/events", () => {
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => {
            write = (message) => stream.enqueue(encoder.encode(message));
            write(": connected\n\n");
          },
        });
        return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
      }),
    ],
  });
  await screen.findByRole("link", { name: job().title });
  mine = { ...mine, pages: ["dashboard"], permissions: ["dashboard:view"] };
  write("event: resync\ndata: {}\n\n");
  await screen.findByText(text("shell:forbidden.title"));
});

it("shows changed settings and stopped email at once", async () => {
  let isStopped = false;
  let memberships = 0;
  let write = (_text: string) => {};
  await renderApp(`/pipeline?job_id=${JOB.id}`, {
    handlers: [
      on("get", "/api/me/organizations", () => {
        memberships += 1;
        return paged([membership()]);
      }),
      on("get", "/api/organizations/{organization_id}/email-service", () =>
        isStopped
          ? { status: "stopped" as const, failures: 5, queued: 2, reason: "mail.unreachable" as const }
          : { status: "running" as const, failures: 0, queued: 0 },
      ),
      http.get("*/api/organizations/:organization_id/events", () => {
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => {
            write = (message) => stream.enqueue(encoder.encode(message));
            write(": connected\n\n");
          },
        });
        return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
      }),
      ...boardApi(async () => []).handlers,
    ],
  });
  await screen.findByRole("article", { name: "Chen Yu" });
  expect(screen.queryByText(text("email:service.stopped"))).toBeNull();
  isStopped = true;
  const before = memberships;
  write(`event: settings.changed\ndata: ${JSON.stringify({ job_id: null, ids: [] })}\n\n`);
  expect(await screen.findByText(text("email:service.stopped"))).toBeTruthy();
  // The organization's name and time zone are read with the membership.
  await waitFor(() => expect(memberships).toBeGreaterThan(before));
});

it("notices that a membership has ended when its stream is refused", async () => {
  let mine = [membership()];
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await renderApp("/jobs", {
    handlers: [
      on("get", "/api/me/organizations", () => paged(mine)),
      on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()])),
      http.get("*/api/organizations/:organization_id/events", async () => {
        await refused;
        return problem(404, "organization.not_found");
      }),
    ],
  });
  await screen.findByRole("link", { name: job().title });
  mine = [];
  refuse();
  await waitFor(() => expect(window.location.pathname).toBe("/organization/select"));
});

it("listens again after the user has signed in over the page", async () => {
  let streams = 0;
  await renderApp("/jobs", {
    handlers: [
      on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()])),
      http.get("*/api/organizations/:organization_id/events", () => {
        streams += 1;
        return streams === 1 ? problem(403, "permission.denied") : new HttpResponse(new ReadableStream());
      }),
    ],
  });
  await screen.findByRole("link", { name: job().title });
  await waitFor(() => expect(streams).toBe(1));
  act(() => sessionManager.expire());
  act(() => sessionManager.change({ type: "token_refreshed", session: session() }));
  await waitFor(() => expect(streams).toBe(2));
});
