import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { formatsOf } from "@/i18n/format";
import type { ModelBatch } from "@/lib/api/types";
import { aiSettings } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const settings = on("get", `${O}/settings/ai`, () =>
  aiSettings({ hasApiKey: true, monthlyBudget: 20, spentThisMonth: 3, reservedForBatches: 2 }),
);

const since = "2026-03-05T14:05:00Z";
const until = "2026-03-06T14:00:00Z";
const batch: ModelBatch = {
  id: "b1",
  model: "gpt-4.1-mini",
  jobs: ["Accountant", "Nurse"],
  waiting: 40,
  at_provider_since: since,
  falls_back_at: until,
  reserved_cost: 2,
  is_ending: false,
};

it("shows what waits at the provider and since when, and stops waiting only when confirmed", async () => {
  const user = userEvent.setup();
  let items = [batch];
  const list = on("get", `${O}/model-batches`, () => ({ items }));
  const stop = on("post", `${O}/model-batches/{batch_id}/withdraw`, () => {
    items = [{ ...batch, is_ending: true }];
    return new Response(null, { status: 204 });
  });
  await renderApp("/settings?tab=ai", { handlers: [settings, list, stop] });
  const row = (await screen.findByText("Accountant, Nurse")).closest("tr") as HTMLElement;
  const formats = formatsOf("en-US", { format: "language", timeZone: null });
  within(row).getByText(formats.dateTime(since));
  within(row).getByText(formats.dateTime(until));
  await user.click(await within(row).findByRole("button", { name: text("settings:batches.stop") }));
  const dialog = await screen.findByRole("dialog");
  expect(items).toEqual([batch]);
  await user.click(await within(dialog).findByRole("button", { name: text("settings:batches.stop") }));
  await screen.findByText(text("settings:batches.ending"));
});

it("says what is set aside of the budget", async () => {
  const list = on("get", `${O}/model-batches`, () => ({ items: [batch] }));
  await renderApp("/settings?tab=ai", { handlers: [settings, list] });
  await screen.findByText(text("settings:ai.budget_reserved", { reserved: "$2.00" }));
});

it("is not there without batches", async () => {
  await renderApp("/settings?tab=ai", { handlers: [settings] });
  await screen.findByText(text("settings:measure.title"));
  await waitFor(() => expect(screen.queryByText(text("settings:batches.title"))).toBeNull());
});
