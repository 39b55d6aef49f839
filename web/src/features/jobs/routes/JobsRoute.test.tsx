import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { LEVEL } from "@/entities/application/stages";
import { aiState, idOf, job, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = "/api/organizations/{organization_id}/jobs";

it("shows a job's last activity instead of its last edit", async () => {
  const listed = job({ updated_at: "2020-01-01T00:00:00Z", last_activity_at: "2026-03-05T00:00:00Z" });
  await renderApp("/jobs", { handlers: [on("get", JOBS, () => paged([listed]))] });
  const row = (await screen.findByRole("link", { name: listed.title })).closest("tr") as HTMLElement;
  const activity = within(row)
    .getAllByRole("cell")
    .find((cell) => cell.dataset["label"] === text("jobs:column.activity"));
  expect(activity?.title).toContain("2026");
});

it("offers a new job only with permission to create", async () => {
  const viewer = membership({ role: "viewer", permissions: ["jobs:view"] });
  await renderApp("/jobs", { membership: viewer, handlers: [on("get", JOBS, () => paged([job({ id: idOf(7) })]))] });
  await screen.findByRole("link", { name: "Backend Engineer" });
  expect(screen.queryByText(text("jobs:new"))).toBeNull();
});

it("shows waiting resumes, levels and the creator of a job", async () => {
  const listed = job({ id: idOf(7) });
  const asked: (string | null)[] = [];
  const figures = {
    id: idOf(7),
    owner_name: "Lin Yue",
    resumes: 25,
    evaluated: 24,
    waiting: 3,
    attention: 1,
    levels: [
      { level: LEVEL.strong, count: 6 },
      { level: LEVEL.average, count: 15 },
    ],
  };
  await renderApp("/jobs", {
    handlers: [
      on("get", JOBS, () => paged([listed])),
      on("get", "/api/organizations/{organization_id}/job-figures", ({ query }) => {
        asked.push(query.get("ids"));
        return { items: [figures] };
      }),
    ],
  });
  expect(await screen.findByText(text("jobs:list.evaluated", { count: 24 }))).toBeTruthy();
  const waiting = await screen.findByRole("link", { name: text("jobs:list.waiting", { count: 3 }) });
  expect(waiting.getAttribute("href")).toBe(`/evaluate?job_id=${idOf(7)}`);
  await screen.findByRole("link", { name: text("jobs:list.attention", { count: 1 }) });
  await screen.findByRole("img", { name: new RegExp(text("common:level.strongly_recommend")) });
  await screen.findByText(text("jobs:list.owner", { name: "Lin Yue" }), { exact: false });
  expect(asked).toEqual([idOf(7)]);
});

it("evaluates all candidates of a job again after confirmation", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const listed = job({ id: idOf(7), total_applications: 3 });
  await renderApp("/jobs", {
    handlers: [
      on("get", "/api/organizations/{organization_id}/ai/state", () => aiState({ has_batch_prices: true })),
      on("get", JOBS, () => paged([listed])),
      on("post", `${JOBS}/{job_id}/evaluate-again`, ({ params, query }) => {
        asked.push([params.job_id, query.get("when")]);
        return {
          id: idOf(9),
          kind: "applications.evaluate",
          status: "pending" as const,
          progress: { done: 0, total: 0 },
          result: null as never,
          error: null,
          attempts: 0,
          created_at: "2026-03-05T00:00:00Z",
          started_at: null,
          finished_at: null,
        };
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("jobs:more", { title: listed.title }) }));
  await user.click(await screen.findByText(text("jobs:evaluate_again.open")));
  await user.click(await screen.findByText(text("evaluation:timing.within_a_day"), { exact: false }));
  await user.click(await screen.findByRole("button", { name: text("jobs:evaluate_again.confirm") }));
  expect(await screen.findByText(text("jobs:evaluate_again.started"))).toBeTruthy();
  expect(asked).toEqual([[idOf(7), "within_a_day"]]);
});

it("searches for a word that is also the name of the default order", async () => {
  const user = userEvent.setup();
  const listed = job({ title: "Editor of the newest section" });
  await renderApp("/jobs", { handlers: [on("get", JOBS, () => paged([listed, job({ id: idOf(7) })]))] });
  await user.type(await screen.findByRole("textbox", { name: text("jobs:list.search") }), "newest");
  await waitFor(() => expect(new URLSearchParams(window.location.search).get("search")).toBe("newest"));
  await waitFor(() => expect(screen.queryByRole("link", { name: job().title })).toBeNull());
  expect(await screen.findByRole("link", { name: listed.title })).toBeTruthy();
});
