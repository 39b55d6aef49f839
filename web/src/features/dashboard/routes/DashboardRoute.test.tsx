import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Dashboard, Export } from "@/lib/api/types";
import { idOf, membership, task } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const DASHBOARD = "/api/organizations/{organization_id}/dashboard";

function dashboard(change: Partial<Dashboard> = {}): Dashboard {
  return {
    from: "2026-01-01T00:00:00Z",
    to: "2026-02-01T00:00:00Z",
    time_zone: "UTC",
    funnel: [
      {
        status: STAGE.aiReview,
        entered: 8,
        entered_before: 5,
        current: 3,
        sub_statuses: [{ sub_status: SUB_STATUS.recommendContact, current: 3 }],
      },
      { status: STAGE.online, entered: 2, entered_before: 0, current: 1, sub_statuses: [] },
    ],
    cohort: {
      applied: 8,
      applied_before: 5,
      open: 3,
      stages: [
        { status: STAGE.aiReview, reached: 8, reached_before: 5 },
        { status: STAGE.online, reached: 2, reached_before: 2 },
      ],
    },
    time_to_hire: { now: { count: 1, median_days: 31, p90_days: 31 }, before: null },
    jobs: [
      {
        job_id: idOf(1),
        title: "Backend Engineer",
        applied: 8,
        applied_before: 5,
        in_review: 3,
        in_interviews: 1,
        in_offer: 0,
        hired: 0,
        hired_before: 1,
        is_active: true,
      },
    ],
    job_choices: [
      { job_id: idOf(1), title: "Backend Engineer" },
      { job_id: idOf(2), title: "Accountant" },
    ],
    stages: [
      {
        status: STAGE.aiReview,
        count: 2,
        median_days: 0.5,
        p90_days: 3,
        before: { count: 4, median_days: 1, p90_days: 6 },
      },
    ],
    scores: {
      levels: [{ level: LEVEL.strong, count: 8, count_before: 5 }],
      histogram: [0, 0, 0, 0, 0, 0, 0, 0, 8, 0],
      histogram_before: [0, 0, 0, 0, 5, 0, 0, 0, 0, 0],
    },
    sources: [{ source: "batch", applied: 8, advanced: 2, applied_before: 5, advanced_before: 1 }],
    timeouts: { online: 1, onsite: 0, online_before: 0, onsite_before: 2, current: 1 },
    members: [],
    workload: [{ user_id: idOf(40), name: "Dewi Anggraini", jobs: 2, open: 14, waiting: 3, interviews: 4 }],
    trend: {
      step: "month",
      points: [{ start: "2026-01-01T00:00:00Z", applied: 8, interviewed: 2, offered: 0, hired: 0 }],
      total: { applied: 8, interviewed: 2, offered: 0, hired: 0 },
      total_before: { applied: 5, interviewed: 1, offered: 0, hired: 1 },
    },
    waiting: { long: 0, candidates: [] },
    interviews: { upcoming: 0, linked: 0, next: [] },
    ...change,
  };
}

it("shows entries per stage and how many of those who applied reached it", async () => {
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => dashboard())] });
  const funnel = await screen.findByRole("region", { name: text("dashboard:funnel.title") });
  const row = await within(funnel).findByRole("row", { name: new RegExp(text("review:stage.online_interview")) });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["2", "0", "1"]);
  const cohort = await screen.findByRole("region", { name: text("dashboard:cohort.title") });
  expect(within(cohort).getByText(new RegExp(text("dashboard:cohort.open", { count: 3 })))).toBeTruthy();
  const reached = within(cohort).getByRole("row", { name: new RegExp(text("review:stage.online_interview")) });
  expect(
    within(reached)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual([
    `2${text("dashboard:compare.before", { count: 2 })}`,
    `25%${text("dashboard:compare.duration", { value: "40%" })}`,
    "25%",
  ]);
});

it("opens the candidates that shares and durations are computed from", async () => {
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => dashboard())] });
  const cohort = await screen.findByRole("region", { name: text("dashboard:cohort.title") });
  const times = await screen.findByRole("region", { name: text("dashboard:time.title") });
  const opened = (link: HTMLElement) => {
    const address = new URL(link.getAttribute("href") ?? "", "http://bole.example").searchParams;
    return ["figure", "status", "from"].map((name) => address.get(name));
  };
  const reached = text("dashboard:figure.reached", { stage: text("review:stage.online_interview") });
  const share = await within(cohort).findByRole("link", {
    name: text("dashboard:figure.open", { number: "25%", name: reached }),
  });
  expect(opened(share)).toEqual(["reached", STAGE.online, "2026-01-01T00:00:00Z"]);
  const toHire = within(times).getByRole("row", { name: new RegExp(text("dashboard:time.to_hire")) });
  expect(opened(within(toHire).getAllByRole("link")[0] as HTMLElement)).toEqual([
    "entered",
    STAGE.onboarding,
    "2026-01-01T00:00:00Z",
  ]);
  const left = text("dashboard:figure.left", { stage: text("review:stage.ai_review") });
  const median = text("dashboard:duration.hours", { value: "12" });
  const stay = await within(times).findByRole("link", {
    name: text("dashboard:figure.open", { number: median, name: left }),
  });
  expect(opened(stay)).toEqual(["left", STAGE.aiReview, "2026-01-01T00:00:00Z"]);
  const longest = text("dashboard:duration.days", { value: "6" });
  const before = within(times).getByRole("link", { name: text("dashboard:compare.duration", { value: longest }) });
  expect(opened(before)).toEqual(["left", STAGE.aiReview, "2025-12-01T00:00:00.000Z"]);
});

it("shows short durations in hours and long ones in days", async () => {
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => dashboard())] });
  const times = await screen.findByRole("region", { name: text("dashboard:time.title") });
  expect(await within(times).findByText(text("dashboard:duration.hours", { value: "12" }))).toBeTruthy();
  expect(await within(times).findByText(text("dashboard:duration.days", { value: "3" }))).toBeTruthy();
});

it("draws the trend and shows it as a table", async () => {
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => dashboard())] });
  const trend = await screen.findByRole("region", { name: text("dashboard:trend.title") });
  const row = await within(trend).findByRole("row", { name: /2026/, hidden: true });
  expect(
    within(row)
      .getAllByRole("cell", { hidden: true })
      .map((cell) => cell.textContent),
  ).toEqual(["8", "2", "0", "0"]);
});

it("compares each figure with the previous period and opens the candidates of both", async () => {
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => dashboard())] });
  const trend = await screen.findByRole("region", { name: text("dashboard:trend.title") });
  const before = await within(trend).findByRole("link", { name: text("dashboard:compare.before", { count: 5 }) });
  const address = new URL(before.getAttribute("href") ?? "", "http://bole.example").searchParams;
  expect([address.get("figure"), address.get("from"), address.get("to")]).toEqual([
    "arrived",
    "2025-12-01T00:00:00.000Z",
    "2026-01-01T00:00:00Z",
  ]);
  const times = await screen.findByRole("region", { name: text("dashboard:time.title") });
  const day = text("dashboard:duration.hours", { value: "24" });
  expect(within(times).getByText(text("dashboard:compare.duration", { value: day }))).toBeTruthy();
});

it("shows each member's workload and opens it", async () => {
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => dashboard())] });
  const workload = await screen.findByRole("region", { name: text("dashboard:workload.title") });
  const row = await within(workload).findByRole("row", { name: /Dewi Anggraini/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["14", "3", "2", "4"]);
  const hrefs = within(row)
    .getAllByRole("link")
    .map((link) => new URL(link.getAttribute("href") ?? "", "http://bole.example").searchParams.get("figure"));
  expect(hrefs).toEqual(["workload", "workload_waiting", "interviewing"]);
});

it("opens the candidates behind each number with its name", async () => {
  const user = userEvent.setup();
  const asked: URLSearchParams[] = [];
  const candidates = {
    figure: 2,
    total: 2,
    items: ["李静", "陈涛"].map((name, at) => ({
      application_id: idOf(20 + at),
      person_id: idOf(30 + at),
      name,
      job_id: idOf(1),
      job_title: "Backend Engineer",
      status: at === 0 ? STAGE.online : STAGE.aiReview,
      sub_status: at === 0 ? SUB_STATUS.onlineScheduled : SUB_STATUS.recommendContact,
      since: "2026-01-02T00:00:00Z",
      is_archived: false,
      level: LEVEL.strong,
      score: 88,
      source: "batch" as const,
      applied_at: "2026-01-01T00:00:00Z",
      times: 1,
    })),
  };
  await renderApp("/dashboard", {
    handlers: [
      on("get", DASHBOARD, () => dashboard()),
      on("get", `${DASHBOARD}/candidates`, ({ query }) => {
        asked.push(query);
        return candidates;
      }),
    ],
  });
  const funnel = await screen.findByRole("region", { name: text("dashboard:funnel.title") });
  const name = text("dashboard:figure.entered", { stage: text("review:stage.online_interview") });
  await user.click(
    await within(funnel).findByRole("link", { name: text("dashboard:figure.open", { number: "2", name }) }),
  );
  await screen.findByRole("heading", { level: 1, name });
  expect(await screen.findByRole("link", { name: "李静" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "陈涛" }).getAttribute("href")).toBe(
    `/ai-review?job_id=${idOf(1)}&id=${idOf(21)}`,
  );
  expect(screen.getByRole("status").textContent).toContain(text("dashboard:figure.candidates", { count: 2 }));
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    figure: "entered",
    status: STAGE.online,
    from: "2026-01-01T00:00:00Z",
    to: "2026-02-01T00:00:00Z",
    limit: "50",
    offset: "0",
  });
});

it("shows numbers without links to members who can't see candidates", async () => {
  await renderApp("/dashboard", {
    handlers: [on("get", DASHBOARD, () => dashboard())],
    membership: membership({ role: "viewer", permissions: ["dashboard:view"], pages: ["dashboard"] }),
  });
  const funnel = await screen.findByRole("region", { name: text("dashboard:funnel.title") });
  expect(within(funnel).queryAllByRole("link")).toEqual([]);
});

it("uses the period and job of the URL", async () => {
  const asked: URLSearchParams[] = [];
  const handler = on("get", DASHBOARD, ({ query }) => {
    asked.push(query);
    return dashboard();
  });
  await renderApp(`/dashboard?job_id=${idOf(1)}&days=7`, { handlers: [handler] });
  await screen.findByRole("region", { name: text("dashboard:funnel.title") });
  expect(asked.map((query) => query.get("job_id"))).toEqual([idOf(1)]);
  const days = (name: string) => Date.parse(asked[0]?.get(name) ?? "");
  expect(days("to") - days("from")).toBe(6 * 86_400_000);
});

it("requests and shows the chosen days", async () => {
  const user = userEvent.setup();
  const asked: (string | null)[][] = [];
  const handler = on("get", DASHBOARD, ({ query }) => {
    asked.push([query.get("from"), query.get("to")]);
    return dashboard({ from: "2026-03-01T16:00:00Z", to: "2026-03-31T16:00:00Z", time_zone: "Asia/Shanghai" });
  });
  await renderApp("/dashboard?days=2026-03-02..2026-03-31", { handlers: [handler] });
  expect(await screen.findByText("Mar 2, 2026 – Mar 31, 2026 · Shanghai, China · UTC+8")).toBeTruthy();
  expect(asked).toEqual([["2026-03-02", "2026-03-31"]]);
  const first = await screen.findByLabelText<HTMLInputElement>(text("dashboard:period_from"));
  await user.clear(first);
  await user.type(first, "2026-03-15{Enter}");
  await waitFor(() => expect(asked.at(-1)).toEqual(["2026-03-15", "2026-03-31"]));
  expect(new URLSearchParams(window.location.search).get("days")).toBe("2026-03-15..2026-03-31");
});

it("offers every other job next to the chosen one", async () => {
  const user = userEvent.setup();
  await renderApp(`/dashboard?job_id=${idOf(1)}`, { handlers: [on("get", DASHBOARD, () => dashboard())] });
  await screen.findByRole("region", { name: text("dashboard:funnel.title") });
  await user.click(await screen.findByRole("combobox", { name: text("dashboard:job") }));
  expect(await screen.findByTitle("Accountant")).toBeTruthy();
});

it("explains the feature when empty", async () => {
  const nothing = dashboard({ funnel: dashboard().funnel.map((stage) => ({ ...stage, entered: 0, current: 0 })) });
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => nothing)] });
  expect(await screen.findByText(text("dashboard:empty"))).toBeTruthy();
});

it("lists the longest waiting candidates with links", async () => {
  const waiting = {
    long: 1,
    candidates: [
      {
        application_id: idOf(7),
        person_id: idOf(8),
        name: "李静",
        job_id: idOf(1),
        job_title: "Backend Engineer",
        status: STAGE.online,
        sub_status: SUB_STATUS.onlineInvitationExpired,
        since: "2026-01-01T00:00:00Z",
      },
    ],
  };
  await renderApp("/dashboard", { handlers: [on("get", DASHBOARD, () => dashboard({ waiting }))] });
  const link = await screen.findByRole("link", { name: "李静" });
  expect(link.getAttribute("href")).toBe(`/pipeline?job_id=${idOf(1)}&id=${idOf(7)}`);
});

it("shows insights and offers a retry after a failure", async () => {
  const user = userEvent.setup();
  const task = (status: "completed" | "failed") => ({
    id: idOf(status === "failed" ? 5 : 6),
    kind: "dashboard.insights" as const,
    status,
    progress: { done: 0, total: 0 },
    result: {
      text: "",
      engine: "built-in",
      findings: [
        {
          kind: "waiting_long",
          level: "attention",
          text: "Twelve wait.",
          waits_for: "decision",
          cause: { kind: "job", job_id: idOf(2), value: 9 },
          cause_text: "Nine are accountants.",
          next_step: "Decide on them",
        },
      ],
    } as never,
    error: null,
    attempts: 1,
    created_at: "2026-01-01T00:00:00Z",
    started_at: null,
    finished_at: null,
  });
  let status: "completed" | "failed" = "failed";
  await renderApp("/dashboard", {
    handlers: [
      on("get", DASHBOARD, () => dashboard()),
      on("post", `${DASHBOARD}/insights`, () => task(status)),
      on("get", "/api/organizations/{organization_id}/tasks/{task_id}", () => task(status)),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("dashboard:insights.start") }));
  expect(await screen.findByText(text("dashboard:insights.failed"))).toBeTruthy();
  status = "completed";
  await user.click(await screen.findByRole("button", { name: text("common:action.retry") }));
  const list = await screen.findByRole("list", { name: text("dashboard:insights.attention") });
  expect(screen.queryByRole("list", { name: text("dashboard:insights.information") })).toBeNull();
  const opened = (name: string) => {
    const address = within(list).getByRole("link", { name }).getAttribute("href") ?? "";
    const params = new URL(address, "http://bole.example").searchParams;
    return ["figure", "waits_for", "job_id"].map((one) => params.get(one));
  };
  expect(within(list).getByText("Twelve wait.")).toBeTruthy();
  expect(opened("Nine are accountants.")).toEqual(["waiting", "decision", idOf(2)]);
  expect(opened("Decide on them")).toEqual(["waiting", "decision", null]);
});

it("says why rules wrote the insights in place of the model, and asks it again", async () => {
  const user = userEvent.setup();
  const result = { text: "Twelve wait.", engine: "built-in", fallback_reason: "ai.unreachable", findings: [] } as never;
  let ordered = 0;
  await renderApp("/dashboard", {
    handlers: [
      on("get", DASHBOARD, () => dashboard()),
      on("post", `${DASHBOARD}/insights`, () => {
        ordered += 1;
        return task({ kind: "dashboard.insights", result });
      }),
      on("get", "/api/organizations/{organization_id}/tasks/{task_id}", () =>
        task({ kind: "dashboard.insights", result }),
      ),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("dashboard:insights.start") }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(text("evaluation:engine.why.unreachable"));
  await user.click(await within(alert).findByRole("button", { name: text("common:action.retry") }));
  await waitFor(() => expect(ordered).toBe(2));
});

it("follows insights after a failed poll", async () => {
  const user = userEvent.setup();
  const result = { text: "Twelve wait.", engine: "built-in", findings: [] } as never;
  let [ordered, polls] = [0, 0];
  await renderApp("/dashboard", {
    handlers: [
      on("get", DASHBOARD, () => dashboard()),
      on("post", `${DASHBOARD}/insights`, () => {
        ordered += 1;
        return task({ kind: "dashboard.insights", status: "pending" });
      }),
      on("get", "/api/organizations/{organization_id}/tasks/{task_id}", () => {
        polls += 1;
        return polls < 3 ? problem(500, "server.internal") : task({ kind: "dashboard.insights", result });
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("dashboard:insights.start") }));
  await waitFor(() => expect(polls).toBe(1));
  expect(screen.queryByRole("button", { name: text("common:action.retry") })).toBeNull();
  expect(await screen.findByText("Twelve wait.")).toBeTruthy();
  expect(ordered).toBe(1);
});

const EXPORTED: Export = {
  id: idOf(50),
  format: "xlsx",
  language: "id-ID",
  from: "2025-12-01T00:00:00Z",
  to: "2026-01-01T00:00:00Z",
  time_zone: "UTC",
  has_names: true,
  size: 9_000,
  file_url: "/api/organizations/1/exports/50/file",
  created_at: "2026-01-02T00:00:00Z",
  created_by_name: "Budi Santoso",
};

/** The dialog with the exports, and the row of the one made earlier. */
async function openExports(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("button", { name: text("dashboard:export.title") }));
  const dialog = await screen.findByRole("dialog");
  const row = (await within(dialog).findByText(/Budi Santoso/)).closest("li") as HTMLElement;
  return { dialog, row };
}

it("exports the shown figures in the chosen format, and repeats an earlier export", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await renderApp(`/dashboard?job_id=${idOf(1)}`, {
    handlers: [
      on("get", DASHBOARD, () => dashboard()),
      on("get", "/api/organizations/{organization_id}/exports", () => paged([EXPORTED])),
      on("post", `${DASHBOARD}/export`, ({ body }) => {
        sent.push(body);
        return task({ kind: "dashboard.export", status: "pending" });
      }),
    ],
  });
  const { dialog, row } = await openExports(user);
  expect(within(row).getByRole("link").getAttribute("href")).toBe(EXPORTED.file_url);
  await user.click(await within(dialog).findByText("PDF"));
  await user.click(await within(dialog).findByRole("checkbox", { name: text("dashboard:export.names") }));
  await user.click(await within(dialog).findByRole("button", { name: text("dashboard:export.start") }));
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ format: "pdf", language: "en-US", names: true, job_id: idOf(1) })]),
  );
  await user.click(await within(row).findByRole("button"));
  await waitFor(() =>
    expect(sent[1]).toEqual({
      format: "xlsx",
      language: "id-ID",
      names: true,
      from: EXPORTED.from,
      to: EXPORTED.to,
    }),
  );
});

it("lets a viewer download exports without making any", async () => {
  const user = userEvent.setup();
  await renderApp("/dashboard", {
    handlers: [
      on("get", DASHBOARD, () => dashboard()),
      on("get", "/api/organizations/{organization_id}/exports", () => paged([EXPORTED])),
    ],
    membership: membership({ role: "viewer", permissions: ["dashboard:view"], pages: ["dashboard"] }),
  });
  const { dialog, row } = await openExports(user);
  expect(within(row).getByRole("link").getAttribute("href")).toBe(EXPORTED.file_url);
  expect(within(row).queryByRole("button")).toBeNull();
  expect(within(dialog).queryByRole("button", { name: text("dashboard:export.start") })).toBeNull();
});
