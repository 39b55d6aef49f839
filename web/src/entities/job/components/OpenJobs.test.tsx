import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { relativeTime } from "@/i18n/format";
import { idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = [
  job({ id: idOf(1), title: "Nurse", in_review: 7, in_pipeline: 3 }),
  job({ id: idOf(2), title: "Store manager" }),
  job({ id: idOf(3), title: "Closed job", is_active: false, in_review: 9 }),
];
// 60 newer closed jobs do not hide the open ones.
const closed = Array.from({ length: 60 }, (_, i) => job({ id: idOf(100 + i), is_active: false }));
const LIST = "/api/organizations/{organization_id}/jobs";
const answer = ({ query }: { query: URLSearchParams }) => {
  const status = query.get("status");
  const found = [...closed, ...JOBS].filter((job) => status === "all" || job.is_active === (status === "active"));
  return { items: found.slice(0, Number(query.get("limit"))), total: found.length };
};
const handlers = [on("get", LIST, answer)];

it.each([
  ["/ai-review", text("common:job.in_review", { number: "7" })],
  ["/pipeline", text("common:job.in_pipeline", { number: "3" })],
])("links the open jobs with their candidates on %s without a selected job", async (path, count) => {
  await renderApp(path, { handlers });
  const nurse = await screen.findByRole("link", { name: /^Nurse/ });
  expect(nurse.getAttribute("href")).toBe(`${path}?job_id=${idOf(1)}`);
  expect(nurse.textContent).toContain(count);
  expect(screen.getByRole("link", { name: /^Store manager/ }).textContent).not.toMatch(/\d/);
  expect(screen.queryByRole("link", { name: /^Closed job/ })).toBeNull();
});

it.each([
  ["/ai-review", "2026-02-24T00:00:00Z"],
  ["/pipeline", "2026-02-27T00:00:00Z"],
])("says on %s what happens in each job", async (path, since) => {
  const own = { id: idOf(1), owner_name: null, levels: [], evaluated: 12, resumes: 16, waiting: 4, attention: 1 };
  const figures = { ...own, review_since: "2026-02-24T00:00:00Z", pipeline_since: "2026-02-27T00:00:00Z" };
  const idle = { ...own, id: idOf(2), evaluated: 3, resumes: 3, waiting: 0, attention: 0 };
  const asked: string[] = [];
  await renderApp(path, {
    handlers: [
      ...handlers,
      on("get", "/api/organizations/{organization_id}/job-figures", ({ query }) => {
        asked.push(query.get("ids") ?? "");
        return { items: [figures, { ...idle, review_since: null, pipeline_since: null }] };
      }),
    ],
  });
  const facts = [
    text("jobs:open.evaluated", { evaluated: 12, resumes: 16 }),
    text("jobs:open.waiting", { count: 4 }),
    text("jobs:open.since", { time: relativeTime("en-US", new Date(since), new Date()) }),
  ];
  const nurse = await screen.findByRole("link", { name: /^Nurse/ });
  for (const fact of facts) await waitFor(() => expect(nurse.textContent).toContain(fact));
  expect(asked).toEqual([`${idOf(1)},${idOf(2)}`]);
  expect(screen.getByRole("link", { name: /^Store manager/ }).textContent).not.toMatch(/\d/);
});

it("says how many open jobs it does not list", async () => {
  const open = Array.from({ length: 53 }, (_, i) => job({ id: idOf(i), title: `Job ${i}` }));
  await renderApp("/ai-review", {
    handlers: [on("get", LIST, ({ query }) => ({ items: open.slice(0, Number(query.get("limit"))), total: 53 }))],
  });
  expect(await screen.findByText(text("common:job.others", { count: 3 }))).toBeDefined();
  expect(screen.getAllByRole("link", { name: /^Job / })).toHaveLength(50);
});

it("says on /evaluate what is evaluated, waits and failed in each job", async () => {
  const counts = { owner_name: null, levels: [] };
  const figures = on("get", "/api/organizations/{organization_id}/job-figures", () => ({
    items: [
      { ...counts, id: idOf(1), evaluated: 12, waiting: 4, attention: 1 },
      { ...counts, id: idOf(2), evaluated: 0, waiting: 0, attention: 0 },
    ] as never,
  }));
  await renderApp("/evaluate", { handlers: [figures, ...handlers] });
  const rowOf = async (name: string) => (await screen.findByRole("link", { name })).closest("li");
  const facts = [
    text("evaluate:jobs.evaluated", { count: 12 }),
    text("evaluate:jobs.waiting", { count: 4 }),
    text("evaluate:jobs.failed", { count: 1 }),
  ];
  await screen.findByText(facts.join(" · "));
  expect((await rowOf("Store manager"))?.textContent).not.toMatch(/\d/);
});

it.each(["/ai-review", "/pipeline", "/evaluate"])(
  "says on %s without a selected job that the jobs failed to load, and loads them again",
  async (path) => {
    const user = userEvent.setup();
    let away = true;
    const list = on("get", LIST, () => (away ? problem(500, "server.internal") : paged(JOBS.slice(0, 2))));
    await renderApp(path, { handlers: [list] });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(text("errors:server.internal"));
    away = false;
    await user.click(await within(alert).findByRole("button", { name: text("common:action.retry") }));
    expect(await screen.findByRole("link", { name: /^Nurse/ })).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  },
);
