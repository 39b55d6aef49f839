import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { storeCurrentOrganization } from "@/entities/session/session";
import { batch, email, idOf, job, membership, ORGANIZATION_ID, organization, task } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";
import { startSkippableTime, waitForLater } from "@/testing/time";

const BATCHES = "/api/organizations/{organization_id}/batches";
const BATCH = "/api/organizations/{organization_id}/batches/{batch_id}";
const JOBS = on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()]));
const working = batch({
  status: "processing",
  counts: { completed: 3, failed: 0, pending: 5, processing: 0, retry: 0, skipped: 0 },
});

const head = () => screen.findByRole("button", { name: new RegExp(`^${text("common:tray.title")}`) });

const CREATED = "2026-03-02T08:00:00Z";

/** Renders the page, where the tray is closed, and opens it. */
async function openTray(route: string, options: Parameters<typeof renderApp>[1]): Promise<void> {
  await renderApp(route, options);
  expect((await head()).getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(await head());
}

/** The tray follows these batches from before the page was loaded. */
function follow(...ids: readonly string[]): void {
  sessionStorage.setItem(`bole.tray.${ORGANIZATION_ID}`, JSON.stringify({ ids, dismissed: [] }));
}

it("keeps a batch after a failed poll and keeps polling", async () => {
  startSkippableTime();
  let looks = 0;
  const look = () => {
    looks += 1;
    return looks === 2 ? problem(500, "server.internal") : working;
  };
  await openTray("/jobs", {
    handlers: [on("get", BATCHES, () => paged([working])), on("get", BATCH, look), JOBS],
  });
  await screen.findByRole("link", { name: working.file_name });
  await waitForLater(() => expect(looks).toBeGreaterThan(2));
  expect(await screen.findByRole("link", { name: working.file_name })).toBeDefined();
});

it("follows the batches of every page of the list", async () => {
  const others = [1, 2, 3].map((number) => ({ ...working, id: idOf(900 + number), file_name: `page-${number}.zip` }));
  await openTray("/jobs", {
    handlers: [
      on("get", BATCHES, ({ query }) => {
        const at = Number(query.get("cursor") ?? 0);
        const next = at + 1 < others.length ? { next_cursor: String(at + 1) } : {};
        return { items: others.slice(at, at + 1), total: others.length, ...next };
      }),
      on("get", BATCH, ({ params }) => others.find(({ id }) => id === params["batch_id"]) ?? working),
      JOBS,
    ],
  });
  for (const { file_name } of others) expect(await screen.findByRole("link", { name: file_name })).toBeDefined();
});

it("removes a deleted batch", async () => {
  startSkippableTime();
  let there = true;
  await openTray("/jobs", {
    handlers: [
      on("get", BATCHES, () => paged(there ? [working] : [])),
      on("get", BATCH, () => (there ? working : problem(404, "batch.not_found"))),
      JOBS,
    ],
  });
  await screen.findByRole("link", { name: working.file_name });
  there = false;
  await waitForLater(() => expect(screen.queryByRole("link", { name: working.file_name })).toBeNull());
});

it("removes a batch and stops polling when the role loses access", async () => {
  startSkippableTime();
  let [mayRead, refused] = [true, 0];
  const forbidden = () => {
    refused += 1;
    return problem(403, "permission.denied");
  };
  await openTray("/jobs", {
    handlers: [
      on("get", BATCHES, () => paged(mayRead ? [working] : [])),
      on("get", BATCH, () => (mayRead ? working : forbidden())),
      JOBS,
    ],
  });
  await screen.findByRole("link", { name: working.file_name });
  mayRead = false;
  await waitForLater(() => expect(screen.queryByRole("region", { name: text("common:tray.title") })).toBeNull());
  expect(refused).toBe(1);
});

it("keeps a running batch while another organization is visited", async () => {
  const other = membership({
    organization: organization({ id: idOf(9), name: "Nusantara" }),
    organization_id: idOf(9),
  });
  let asked = 0;
  const handlers = [
    on("get", "/api/me/organizations", () => paged([membership(), other])),
    on("get", BATCHES, ({ params }) => paged(params["organization_id"] === ORGANIZATION_ID ? [working] : [])),
    on("get", BATCH, ({ params }) => {
      asked += 1;
      return params["organization_id"] === ORGANIZATION_ID ? working : problem(404, "batch.not_found");
    }),
    JOBS,
  ];
  await openTray("/jobs", { handlers });
  await screen.findByRole("link", { name: working.file_name });
  cleanup();
  storeCurrentOrganization(other.organization_id);
  asked = 0;
  await renderApp("/jobs", { handlers });
  await screen.findByRole("button", { expanded: false, name: "Nusantara" });
  await screen.findByRole("link", { name: job().title });
  expect(screen.queryByRole("region", { name: text("common:tray.title") })).toBeNull();
  expect(asked).toBe(0);
  cleanup();
  storeCurrentOrganization(ORGANIZATION_ID);
  await openTray("/jobs", { handlers });
  expect(await screen.findByRole("link", { name: working.file_name })).toBeDefined();
});

it("links to the batch", async () => {
  const mine = batch({ id: idOf(201), job_id: idOf(101) });
  follow(mine.id);
  await openTray("/jobs", { handlers: [on("get", BATCH, () => mine), JOBS] });
  const link = await screen.findByRole("link", { name: mine.file_name });
  expect(link.getAttribute("href")).toBe(`/evaluate?job_id=${mine.job_id}&batch_id=${mine.id}`);
});

it("shows a task from another device, retries it after a failure, and dismisses it when done", async () => {
  const user = userEvent.setup();
  const TASKS = "/api/organizations/{organization_id}/tasks";
  const finished_at = new Date().toISOString();
  const error = { category: "quota" as const, message: "ai.quota" as const, suggestion: "Wait." };
  let mine = task({ status: "failed", finished_at, error });
  await openTray("/jobs", {
    handlers: [
      JOBS,
      on("get", TASKS, () => paged([mine])),
      on("post", `${TASKS}/{task_id}/retry`, () => {
        mine = task({
          status: "completed",
          finished_at,
          result: { text: "We build." } as unknown as Record<string, never>,
        });
        return mine;
      }),
    ],
  });
  const row = await screen.findByRole("listitem", { name: text("tasks:kind.job_draft") });
  expect(row.textContent).toContain(text("tasks:reason.quota"));
  await user.click(await within(row).findByRole("button", { name: text("common:action.retry") }));
  expect(await within(row).findByRole("button", { name: text("tasks:copy") })).toBeDefined();
  await user.click(await within(row).findByRole("button", { name: text("tasks:dismiss") }));
  await waitFor(() => expect(row.isConnected).toBe(false));
});

it("closes on the next page, by Escape, and by a click elsewhere", async () => {
  const user = userEvent.setup();
  const TASKS = "/api/organizations/{organization_id}/tasks";
  await openTray("/jobs", {
    handlers: [
      JOBS,
      on("get", TASKS, () => paged([task({ status: "pending" })])),
      on("get", "/api/organizations/{organization_id}/talent-pool", () => paged([])),
    ],
  });
  const row = { name: text("tasks:kind.job_draft") };
  const isClosed = () => waitFor(() => expect(screen.queryByRole("listitem", row)).toBeNull());
  await screen.findByRole("listitem", row);
  await user.keyboard("{Escape}");
  await isClosed();
  expect(document.activeElement).toBe(await head());
  await user.click(await head());
  await screen.findByRole("listitem", row);
  await user.click(await screen.findByRole("main"));
  await isClosed();
  await user.click(await head());
  await user.click(await screen.findByRole("link", { name: text("shell:nav.talent_pool") }));
  await isClosed();
});

it("says whether work is under way or waits", async () => {
  const TASKS = "/api/organizations/{organization_id}/tasks";
  const started = task({ id: idOf(701), kind: "dashboard.export", status: "processing", started_at: CREATED });
  const waiting = task({ id: idOf(702), kind: "email.send_request", status: "pending", started_at: null });
  await openTray("/jobs", { handlers: [JOBS, on("get", TASKS, () => paged([started, waiting]))] });
  const rowOf = (kind: string) => screen.findByRole("listitem", { name: text(`tasks:kind.${kind}`) });
  expect((await rowOf("dashboard_export")).textContent).toContain(text("common:tray.running"));
  expect((await rowOf("email_send")).textContent).toContain(text("tasks:waiting"));
});

it("shows an undone sending as canceled without a send button", async () => {
  const TASKS = "/api/organizations/{organization_id}/tasks";
  const undone = task({
    kind: "email.send_request",
    status: "failed",
    finished_at: new Date().toISOString(),
    error: { category: "other", message: "task.cancelled", suggestion: "" },
  });
  await openTray("/jobs", { handlers: [JOBS, on("get", TASKS, () => paged([undone]))] });
  const row = await screen.findByRole("listitem", { name: text("tasks:kind.email_send") });
  expect(row.textContent).toContain(text("tasks:cancelled"));
  expect(within(row).queryByRole("button", { name: text("common:action.retry") })).toBeNull();
});

it("counts failed emails and opens them from any page", async () => {
  const user = userEvent.setup();
  const failed = email({ status: "failed", error: "mail.rejected" });
  const emails = on("get", "/api/organizations/{organization_id}/emails", ({ query }) =>
    paged(query.has("unsettled") ? [failed] : []),
  );
  await openTray("/jobs", { handlers: [JOBS, emails] });
  const tray = await screen.findByRole("region", { name: text("common:tray.title") });
  expect(within(tray).getByRole("button", { expanded: true }).textContent).toContain("1");
  expect(await within(tray).findByRole("listitem")).toHaveProperty("textContent", expect.stringContaining("1"));
  await user.click(await within(tray).findByRole("button", { name: text("tasks:open") }));
  const list = await screen.findByRole("dialog");
  expect(await within(list).findByText(/Chen Siyuan/)).toBeDefined();
  expect(await within(list).findByRole("button", { name: text("email:history.retry") })).toBeDefined();
});

it("shows how many emails of a sending failed and opens only those", async () => {
  const user = userEvent.setup();
  const failed = email({ id: idOf(702), status: "failed", error: "mail.recipient_refused", error_detail: "no (550)" });
  const older = email({ id: idOf(703), status: "failed", error: "mail.rejected", person_name: "Wang Wei" });
  const results = [
    { status: "sent", emailId: idOf(701) },
    { status: "failed", emailId: failed.id },
  ];
  const sending = task({
    kind: "email.send_request",
    finished_at: new Date().toISOString(),
    progress: { done: 2, total: 2 },
    result: { results } as unknown as Record<string, never>,
  });
  await openTray("/jobs", {
    handlers: [
      JOBS,
      on("get", "/api/organizations/{organization_id}/tasks", () => paged([sending])),
      on("get", "/api/organizations/{organization_id}/emails", ({ query }) =>
        paged(query.has("unsettled") ? [failed, older] : []),
      ),
    ],
  });
  const row = await screen.findByRole("listitem", { name: text("tasks:kind.email_send") });
  expect(row.textContent).toContain(text("tasks:outcome.sent", { count: 1 }));
  expect(row.textContent).toContain(text("tasks:outcome.failed", { count: 1 }));
  expect(row.textContent).not.toContain(text("tasks:finished"));
  await user.click(await within(row).findByRole("button", { name: text("tasks:outcome.review") }));
  const list = await screen.findByRole("dialog");
  const why = `${text("email:reason.recipient_refused")} ${text("email:reason.smtp_code", { code: "550" })}`;
  expect(await within(list).findByText(why)).toBeDefined();
  expect(within(list).queryByText(/Wang Wei/)).toBeNull();
});

it("clears what is finished", async () => {
  const user = userEvent.setup();
  const finished_at = new Date().toISOString();
  const done = [1, 2].map((at) => task({ id: idOf(700 + at), kind: "job.draft", status: "completed", finished_at }));
  const handlers = [JOBS, on("get", "/api/organizations/{organization_id}/tasks", () => paged(done))];
  await openTray("/jobs", { handlers });
  await user.click(await screen.findByRole("button", { name: text("tasks:clear") }));
  await waitFor(() => expect(screen.queryByRole("region", { name: text("common:tray.title") })).toBeNull());
});

it("shows a notification about an interview only if it failed", async () => {
  const finished_at = new Date().toISOString();
  const error = { category: "network" as const, message: "mail.unreachable" as const, suggestion: "Wait." };
  const sent = task({ id: idOf(801), kind: "interview.announce", status: "completed", finished_at });
  const failed = task({ id: idOf(802), kind: "interview.announce", status: "failed", finished_at, error });
  await openTray("/jobs", {
    handlers: [JOBS, on("get", "/api/organizations/{organization_id}/tasks", () => paged([sent, failed]))],
  });
  const rows = await screen.findAllByRole("listitem", { name: text("tasks:kind.interview_announce") });
  expect(rows).toHaveLength(1);
});
