import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Job } from "@/lib/api/types";
import { idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = "/api/organizations/{organization_id}/jobs";
const closed = job({ id: idOf(1), title: "Closed job", is_active: false });
const open = Array.from({ length: 50 }, (_, number) => job({ id: idOf(1000 + number), title: `Open job ${number}` }));
const everyJob = [...open, job({ id: idOf(2), title: "Data analyst" }), closed];

/** A server filtering by state and search, with pages. */
function jobsApi() {
  const asked: string[] = [];
  const list = on("get", JOBS, ({ query }) => {
    const search = query.get("search") ?? "";
    if (query.get("status") === "all") asked.push(search);
    const matching = everyJob
      .filter((one) => query.get("status") === "all" || one.is_active)
      .filter((one) => one.title.toLowerCase().includes(search.toLowerCase()));
    return { items: matching.slice(0, Number(query.get("limit") ?? 50)), total: matching.length };
  });
  const one = on("get", `${JOBS}/{job_id}`, ({ params }): Job | Response => {
    return everyJob.find(({ id }) => id === params["job_id"]) ?? problem(404, "job.not_found");
  });
  const applications = on("get", "/api/organizations/{organization_id}/applications", () => ({
    ...paged([]),
    total_is_estimate: false,
  }));
  const tiers = on("get", `${JOBS}/{job_id}/tiers`, () => ({ tier_1: 0, tier_2: 0, tier_3: 0 }));
  return { asked, handlers: [list, one, applications, tiers] };
}

const selector = () => screen.findByRole("combobox", { name: text("common:job.select") });

it("shows the title of a closed job from the URL", async () => {
  await renderApp(`/ai-review?job_id=${closed.id}`, { handlers: jobsApi().handlers });
  expect(await screen.findByText("Closed job")).toBeDefined();
});

it("finds jobs beyond the first page on the server", async () => {
  const user = userEvent.setup();
  await renderApp("/ai-review", { handlers: jobsApi().handlers });
  await screen.findByText(text("review:empty.no_job"));
  await user.click(await selector());
  await user.type(await selector(), "analyst");
  fireEvent.click(await screen.findByTitle("Data analyst"));
  await waitFor(() => expect(window.location.search).toBe(`?job_id=${idOf(2)}`));
});

it("says that the jobs failed to load, and loads them again", async () => {
  const user = userEvent.setup();
  let away = true;
  const api = jobsApi();
  const lists = on("get", JOBS, () => (away ? problem(500, "server.internal") : paged(everyJob.slice(50))));
  await renderApp(`/ai-review?job_id=${closed.id}`, { handlers: [lists, ...api.handlers] });
  await user.click(await selector());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(text("common:job.load_failed"));
  expect(screen.queryByText(text("common:job.none_found"))).toBeNull();
  away = false;
  await user.click(await within(alert).findByRole("button", { name: text("common:action.retry") }));
  expect(await screen.findByTitle("Data analyst")).toBeDefined();
});

it("does not search during pinyin composition", async () => {
  const user = userEvent.setup();
  const api = jobsApi();
  await renderApp("/ai-review", { handlers: api.handlers });
  await screen.findByText(text("review:empty.no_job"));
  const box = await selector();
  await user.click(box);
  fireEvent.compositionStart(box);
  fireEvent.change(box, { target: { value: "shuju" } });
  fireEvent.change(box, { target: { value: "analyst" } });
  fireEvent.compositionEnd(box);
  await screen.findByTitle("Data analyst");
  expect(api.asked).not.toContain("shuju");
});
