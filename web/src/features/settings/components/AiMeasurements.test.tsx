import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { JudgeMeasurements } from "@/lib/api/types";
import { judgeMeasurements } from "@/testing/ai";
import { aiSettings, task } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const settings = on("get", `${O}/settings/ai`, () => aiSettings({ hasApiKey: true, modelName: "gpt-4o" }));
const start = () => screen.findByRole("button", { name: text("settings:measure.start") });

const measured: JudgeMeasurements["items"][number] = {
  id: "m1",
  judge: { engine: "model", model: "gpt-4o", version: "5" },
  is_current_sample: true,
  resumes: 24,
  figures: {
    precision: 0.98,
    recall: 0.91,
    proof: 0.95,
    false_comfort: 0,
    known_order: 0.93,
    equal_pairs: null,
    seconds: 2.34,
  },
  cost: 0.21,
  finished_at: "2026-11-28T10:00:00Z",
};

it("states the cost before it measures, and starts only when confirmed", async () => {
  const user = userEvent.setup();
  let started = 0;
  const measure = on("post", `${O}/judge-measurements`, () => {
    started += 1;
    return task({ kind: "judge.measure", status: "pending" });
  });
  await renderApp("/settings?tab=ai", { handlers: [settings, measure] });
  await user.click(await start());
  const dialog = await screen.findByRole("dialog");
  const title = text("settings:measure.ask", { judge: "gpt-4o", count: 24 });
  expect(within(dialog).getAllByText(title).length).toBeGreaterThan(0);
  const cost = text("settings:measure.ask_cost", { tokens: "50,000", cost: "$0.25" });
  expect(within(dialog).getByText(cost)).toBeDefined();
  expect(started).toBe(0);
  await user.click(await within(dialog).findByRole("button", { name: text("settings:measure.start") }));
  await waitFor(() => expect(started).toBe(1));
});

it("says that a price is unknown, and that the built-in engine is free", async () => {
  const user = userEvent.setup();
  let answer = judgeMeasurements({ expected: { prompt_tokens: 40_000, completion_tokens: 10_000, cost: null } });
  const list = on("get", `${O}/judge-measurements`, () => answer);
  const first = await renderApp("/settings?tab=ai", { handlers: [settings, list] });
  await user.click(await start());
  await screen.findByText(text("settings:measure.ask_unknown", { tokens: "50,000" }));
  first.unmount();
  answer = judgeMeasurements({
    judge: { engine: "built-in", model: null, version: "built-in/8" },
    expected: { prompt_tokens: 0, completion_tokens: 0, cost: 0 },
  });
  await renderApp("/settings?tab=ai", { handlers: [settings, list] });
  await user.click(await start());
  await screen.findByText(text("settings:measure.ask_free"));
});

it("shows every figure of each measured judge", async () => {
  const list = on("get", `${O}/judge-measurements`, () => judgeMeasurements({ is_measured: true, items: [measured] }));
  await renderApp("/settings?tab=ai", { handlers: [settings, list] });
  const table = await screen.findByRole("table", { name: text("settings:measure.title") });
  const cells = within(table)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
  expect(cells.slice(1)).toEqual(["98%", "91%", "95%", "0%", "93%", "–", "$0.21", "2.3"]);
  expect(cells[0]).toContain("gpt-4o");
  expect(screen.queryByText(text("settings:measure.never", { judge: "gpt-4o" }))).toBeNull();
  expect(screen.getByText(text("settings:measure.false_comfort_hint"))).toBeDefined();
});

it("shows how far a measurement is, and why one failed", async () => {
  const running = task({ kind: "judge.measure", status: "processing", progress: { done: 5, total: 24 } });
  const tasks = (found: typeof running) => on("get", `${O}/tasks`, () => paged([found]));
  const first = await renderApp("/settings?tab=ai", { handlers: [settings, tasks(running)] });
  await screen.findByText(text("settings:measure.progress", { done: 5, total: 24 }));
  expect((await start()).hasAttribute("disabled")).toBe(true);
  first.unmount();
  const error = { category: "authentication", message: "ai.key_refused", suggestion: "" } as const;
  const failed = task({ kind: "judge.measure", status: "failed", error });
  await renderApp("/settings?tab=ai", { handlers: [settings, tasks(failed)] });
  await screen.findByText(text("settings:measure.failed"));
  expect(screen.getByText(text("settings:ai.reason.key_refused"))).toBeDefined();
});
