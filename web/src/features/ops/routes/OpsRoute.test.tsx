import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { OpsOverview, Task } from "@/lib/api/types";
import { idOf } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";
import { startSkippableTime, waitForLater } from "@/testing/time";

const overview: OpsOverview = {
  version: "0.1.0",
  read_at: "2026-01-01T00:00:00Z",
  workers: [],
  lanes: [{ lane: "documents", waiting: 7, running: 2, oldest_waiting_since: "2026-01-01T00:00:00Z" }],
  hours: [],
  crons: [],
  kinds: [],
  failures: [{ kind: "email.send", reason: "mail.rejected", count: 3, last_at: null }],
  organizations: [],
  redis: null,
  models: { server_model: null, keys: [] },
  mail: { service: "captured", waiting: 0, failed: 3 },
};

const FAILED_TASK = {
  id: idOf(3),
  organization_id: idOf(4),
  organization_name: "Acme",
  kind: "email.send" as const,
  attempts: 5,
  reason: "mail.rejected" as const,
  detail: null,
  can_redrive: true,
  created_at: "2026-01-01T00:00:00Z",
  finished_at: null,
};

it("names the organizations that ask for a plan, and a Redis that is away", async () => {
  const asking = { id: idOf(7), name: "Acme", plan: "free", requested_plan: "pro" } as const;
  const idle = { waiting: 0, running: 0, finished_day: 0, failed_day: 0 };
  const quota = { emails_today: 50, emails_limit: 50, is_verified: false };
  const organizations = [
    { ...asking, ...idle, ...quota },
    { ...asking, ...idle, ...quota, is_verified: true, id: idOf(8), name: "Other", requested_plan: null },
  ];
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => ({ ...overview, organizations, redis: "unreachable" as const })),
      on("get", "/api/ops/tasks", () => paged([])),
    ],
  });
  const table = await screen.findByRole("region", { name: text("ops:organizations.title") });
  const [free, pro] = [text("common:plan.free"), text("common:plan.pro")];
  const requested = text("ops:organizations.plan_requested", { plan: free, requested: pro });
  expect(within(table).getByRole("cell", { name: requested })).toBeDefined();
  expect(within(table).getByRole("cell", { name: free })).toBeDefined();
  const sent = { sent: 50, limit: 50 };
  expect(within(table).getByRole("cell", { name: text("ops:organizations.emails_unverified", sent) })).toBeDefined();
  expect(within(table).getByRole("cell", { name: text("ops:organizations.emails_of", sent) })).toBeDefined();
  expect(screen.getByText(text("ops:redis.unreachable"))).toBeDefined();
});

it("shows a day's tasks by the hour, and the runs of crons", async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    start: new Date(Date.UTC(2025, 11, 31, hour)).toISOString(),
    completed: hour === 23 ? 40 : 1,
    failed: hour === 22 ? 3 : 0,
  }));
  const cron = { every_seconds: 600, failed_at: null };
  const [evening, midnight] = ["2025-12-31T20:00:00Z", "2026-01-01T00:00:00Z"];
  const crons = [
    { ...cron, name: "expire_offers", started_at: evening, finished_at: evening, next_at: midnight },
    { ...cron, name: "of_a_newer_server", started_at: evening, finished_at: evening, next_at: evening },
  ];
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => ({ ...overview, hours, crons })),
      on("get", "/api/ops/tasks", () => paged([])),
    ],
  });
  const totals = text("ops:day.totals", { completed: 63, failed: 3 });
  expect(await screen.findByRole("img", { name: totals })).toBeDefined();
  const table = await screen.findByRole("region", { name: text("ops:crons.title") });
  const known = within(table).getByRole("row", { name: new RegExp(text("ops:cron.expire_offers")) });
  expect(within(known).getByText(text("ops:crons.completed"))).toBeDefined();
  expect(within(known).getByText(text("ops:crons.minutes", { count: 10 }))).toBeDefined();
  const late = within(table).getByRole("row", { name: /of_a_newer_server/ });
  expect(within(late).getByText(text("ops:crons.overdue"))).toBeDefined();
});

it("shows the queue, opens the tasks behind a figure, and retries them", async () => {
  const user = userEvent.setup();
  const asked: (string | null)[] = [];
  const redriven: unknown[] = [];
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => overview),
      on("get", "/api/ops/tasks", ({ query }) => {
        asked.push(query.get("reason"));
        return paged([FAILED_TASK]);
      }),
      on("post", "/api/ops/tasks/redrive", ({ body }) => {
        redriven.push(body);
        return { redriven: 1 };
      }),
    ],
  });
  const failures = await screen.findByRole("region", { name: text("ops:failures.title") });
  const why = await within(failures).findByRole("cell", { name: new RegExp(text("evaluate:reason.mail.rejected")) });
  expect(within(why).getByText("mail.rejected")).toBeDefined();
  await user.click(await within(failures).findByRole("link", { name: "3" }));
  await screen.findByRole("region", { name: new RegExp(text("evaluate:reason.mail.rejected")) });
  await user.click(
    await screen.findByRole("button", { name: `${text("ops:tasks.redrive")} ${text("ops:kind.email_send")}` }),
  );
  expect(asked).toContain("mail.rejected");
  await waitFor(() => expect(redriven).toEqual([{ ids: [idOf(3)] }]));
});

it("filters the tasks by state, kind, organization and category of failure", async () => {
  const user = userEvent.setup();
  const asked: Record<string, string>[] = [];
  const acme: OpsOverview["organizations"][number] = {
    id: idOf(4),
    name: "Acme",
    plan: "free",
    requested_plan: null,
    waiting: 0,
    running: 0,
    finished_day: 0,
    failed_day: 3,
    emails_today: 0,
    emails_limit: 50,
    is_verified: false,
  };
  await renderApp("/ops?page=2", {
    handlers: [
      on("get", "/api/ops/overview", () => ({ ...overview, organizations: [acme] })),
      on("get", "/api/ops/tasks", ({ query }) => {
        asked.push(Object.fromEntries(query));
        return paged([FAILED_TASK]);
      }),
    ],
  });
  const choose = async (label: string, option: string) => {
    await user.click(await screen.findByRole("combobox", { name: label }));
    await user.click(await screen.findByTitle(option));
  };
  await choose(text("ops:filter.state"), text("ops:state.later"));
  await choose(text("ops:tasks.kind"), text("ops:kind.email_send"));
  await choose(text("ops:tasks.organization"), "Acme");
  await choose(text("ops:filter.category"), text("ops:category.network"));
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      state: "later",
      kind: "email.send",
      organization_id: idOf(4),
      category: "network",
      limit: "20",
      offset: "0",
    }),
  );
});

it("opens hourly and daily tasks of a figure page by page, and retries them", async () => {
  const user = userEvent.setup();
  const asked: Record<string, string>[] = [];
  const redriven: unknown[] = [];
  const figures: OpsOverview = {
    ...overview,
    kinds: [{ kind: "job.draft", completed_hour: 11, completed_day: 12, failed_day: 43, median_seconds: 1 }],
    organizations: [
      {
        id: idOf(4),
        plan: "pro" as const,
        name: "Acme",
        waiting: 0,
        running: 0,
        finished_day: 55,
        failed_day: 44,
        emails_today: 0,
        emails_limit: 50,
        is_verified: true,
      },
    ],
  };
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => figures),
      on("get", "/api/ops/tasks", ({ query }) => {
        asked.push(Object.fromEntries(query));
        const item = { ...FAILED_TASK, kind: "job.draft" as const, reason: "internal" as const, detail: "it broke" };
        return { items: [item], total: 44 };
      }),
      on("post", "/api/ops/tasks/redrive", ({ body }) => {
        redriven.push(body);
        return { redriven: 44 };
      }),
    ],
  });
  const throughput = await screen.findByRole("region", { name: text("ops:kinds.title") });
  const load = await screen.findByRole("region", { name: text("ops:organizations.title") });
  for (const [region, count, expected] of [
    [throughput, "11", { state: "completed", kind: "job.draft", finished_within: "hour" }],
    [throughput, "12", { state: "completed", kind: "job.draft", finished_within: "day" }],
    [throughput, "43", { state: "failed", kind: "job.draft", finished_within: "day" }],
    [load, "55", { state: "finished", organization_id: idOf(4), finished_within: "day" }],
    [load, "44", { state: "failed", organization_id: idOf(4), finished_within: "day" }],
  ] as const) {
    await user.click(await within(region).findByRole("link", { name: count }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...expected, limit: "20", offset: "0" }));
  }
  expect(await screen.findByRole("cell", { name: "it broke" })).toBeDefined();
  await user.click(await screen.findByTitle("3"));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ organization_id: idOf(4), offset: "40" }));
  await user.click(await screen.findByRole("button", { name: text("ops:tasks.redrive_all", { count: 44 }) }));
  await waitFor(() => expect(redriven).toEqual([{ organization_id: idOf(4), finished_within: "day" }]));
});

it("opens the oldest waiting task, and the tasks a median is computed from", async () => {
  const user = userEvent.setup();
  const asked: Record<string, string>[] = [];
  const figures: OpsOverview = {
    ...overview,
    lanes: [{ lane: "documents", waiting: 45, running: 0, oldest_waiting_since: "2026-01-01T00:00:00Z" }],
    kinds: [{ kind: "job.draft", completed_hour: 0, completed_day: 12, failed_day: 0, median_seconds: 1.5 }],
  };
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => figures),
      on("get", "/api/ops/tasks", ({ query }) => {
        asked.push(Object.fromEntries(query));
        return paged([]);
      }),
    ],
  });
  const linksOf = async (name: string) => {
    const row = (await screen.findByRole("rowheader", { name })).closest("tr") as HTMLElement;
    return within(row).getAllByRole("link");
  };
  const [, oldest] = await linksOf(text("ops:lane.documents"));
  await user.click(oldest as HTMLElement);
  await waitFor(() => expect(asked.at(-1)).toEqual({ state: "waiting", lane: "documents", limit: "20", offset: "40" }));
  await user.click(await screen.findByRole("link", { name: text("ops:kinds.seconds", { value: "1.5" }) }));
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      state: "finished",
      kind: "job.draft",
      finished_within: "day",
      limit: "20",
      offset: "0",
    }),
  );
});

it("draws the queue over time", async () => {
  const user = userEvent.setup();
  let asked = 0;
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => {
        asked += 1;
        return { ...overview, read_at: new Date(Date.UTC(2026, 0, 1, 0, 0, asked)).toISOString() };
      }),
      on("get", "/api/ops/tasks", () => paged([FAILED_TASK])),
      on("post", "/api/ops/tasks/redrive", () => ({ redriven: 1 })),
    ],
  });
  const queue = await screen.findByRole("region", { name: text("ops:lanes.title") });
  const again = `${text("ops:tasks.redrive")} ${text("ops:kind.email_send")}`;
  await user.click(await screen.findByRole("button", { name: again }));
  await waitFor(() => expect(queue.querySelectorAll("polyline")).toHaveLength(2));
});

it("shows a reason of a newer server by its code", async () => {
  // The types are those of this version.
  const failures = [{ kind: "email.send" as const, reason: "oracle.silent" as never, count: 1, last_at: null }];
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => ({ ...overview, failures })),
      on("get", "/api/ops/tasks", () => paged([])),
    ],
  });
  expect((await screen.findByRole("cell", { name: "oracle.silent" })).textContent).toBe("oracle.silent");
});

it("opens the tasks that sent a key's requests", async () => {
  const user = userEvent.setup();
  const asked: Record<string, string>[] = [];
  const key = {
    account: "3f2a",
    in_flight: 3,
    concurrency: 16,
    last_minute: 580,
    requests_per_minute: 600,
    tokens_last_minute: 9_000,
    tokens_per_minute: 50_000,
    paused_until: null,
  };
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => ({ ...overview, models: { server_model: null, keys: [key] } })),
      on("get", "/api/ops/tasks", ({ query }) => {
        asked.push(Object.fromEntries(query));
        return paged([]);
      }),
    ],
  });
  const row = (await screen.findByRole("rowheader", { name: "3f2a" })).closest("tr") as HTMLElement;
  for (const [used, limit, requests] of [
    [3, 16, "in_progress"],
    [580, 600, "last_minute"],
    [9_000, 50_000, "last_minute"],
  ] as const) {
    await user.click(await within(row).findByRole("link", { name: text("ops:models.used", { used, limit }) }));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ state: "any", account: "3f2a", requests, limit: "20", offset: "0" }),
    );
  }
  const list = await screen.findByRole("region", { name: new RegExp(`${text("ops:models.minute")} · 3f2a`) });
  expect(within(list).queryByRole("button")).toBeNull();
});

it("shows task kinds and the usage and limits of each key", async () => {
  const key = {
    account: "3f2a",
    in_flight: 3,
    concurrency: 16,
    last_minute: 580,
    requests_per_minute: 600,
    tokens_last_minute: 9_000,
    tokens_per_minute: null,
    paused_until: null,
  };
  const idle = { ...key, account: "9c1d", last_minute: null, requests_per_minute: null, tokens_last_minute: null };
  const kinds = ["resume.evaluate", "job.draft", "task.of_tomorrow"].map((kind) => ({
    kind: kind as Task["kind"],
    completed_hour: 0,
    completed_day: 0,
    failed_day: 0,
    median_seconds: 1,
  }));
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => ({ ...overview, kinds, models: { server_model: null, keys: [key, idle] } })),
      on("get", "/api/ops/tasks", () => paged([])),
    ],
  });
  const throughput = await screen.findByRole("region", { name: text("ops:kinds.title") });
  for (const [kind, name] of [
    ["resume.evaluate", text("ops:kind.resume_evaluate")],
    ["job.draft", text("tasks:kind.job_draft")],
    ["task.of_tomorrow", "task.of_tomorrow"],
  ] as const) {
    expect((await within(throughput).findByTitle(kind)).textContent).toBe(name);
  }
  const cells = (account: string) =>
    within(screen.getByRole("rowheader", { name: account }).closest("tr") as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  const used = (count: number, limit: number) => text("ops:models.used", { used: count, limit });
  const unlimited = text("ops:models.unlimited");
  expect(cells("3f2a")).toEqual([used(3, 16), used(580, 600), text("ops:models.used_unlimited", { used: 9_000 }), "—"]);
  expect(cells("9c1d")).toEqual([used(3, 16), unlimited, unlimited, "—"]);
});

it("polls again after a failed poll", async () => {
  startSkippableTime();
  let isAway = true;
  await renderApp("/ops", {
    handlers: [
      on("get", "/api/ops/overview", () => (isAway ? problem(500, "server.internal") : overview)),
      on("get", "/api/ops/tasks", () => paged([])),
    ],
  });
  const failed = await screen.findByRole("alert");
  isAway = false;
  await waitForLater(() => expect(failed.isConnected).toBe(false));
});

it("explains that it is for operators", async () => {
  const refused = () => problem(403, "operator.required");
  await renderApp("/ops", { handlers: [on("get", "/api/ops/overview", refused)] });
  expect((await screen.findByRole("alert")).textContent).toContain(text("errors:operator.required"));
});

it("says in which lanes tasks wait that no worker takes", async () => {
  const worker = { id: idOf(9), name: "w", version: "0.1.0", started_at: overview.read_at, seen_at: overview.read_at };
  const waiting = { waiting: 3, running: 0, oldest_waiting_since: null };
  const figures: OpsOverview = {
    ...overview,
    workers: [
      {
        ...worker,
        slots: [
          { lane: "documents", slots: 2 },
          { lane: "scans", slots: 0 },
        ],
      },
    ],
    lanes: [
      { lane: "documents", ...waiting },
      { lane: "scans", ...waiting },
      { lane: "mail", ...waiting, waiting: 0 },
    ],
  };
  await renderApp("/ops", {
    handlers: [on("get", "/api/ops/overview", () => figures), on("get", "/api/ops/tasks", () => paged([]))],
  });
  const note = await screen.findByText(text("ops:lanes.unserved"));
  within(note.closest("tr") as HTMLElement).getByText(text("ops:lane.scans"));
});
