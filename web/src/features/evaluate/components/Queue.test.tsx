import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { formatsOf } from "@/i18n/format";
import type { AiState, BatchTask } from "@/lib/api/types";
import { aiState, batch, batchTask, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

/** Opens a finished batch, the job's first unless there are others. */
function open(state: Partial<AiState>, batches = 1, row: Partial<BatchTask> = {}) {
  const counts = { completed: 1, failed: 0, pending: 0, processing: 0, retry: 0, skipped: 0 };
  const mine = batch({ counts });
  return renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/ai/state`, () => aiState(state)),
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/batches`, () => ({ ...paged([mine]), total: batches })),
      on("get", `${O}/batches/{batch_id}`, () => mine),
      on("get", `${O}/batches/{batch_id}/levels`, () => paged([])),
      on("get", `${O}/batches/{batch_id}/reasons`, () => paged([])),
      on("get", `${O}/batches/{batch_id}/tasks`, () => paged([batchTask({ name: "Wang Wei", ...row })])),
    ],
  });
}

const unchecked = () => screen.queryByText(text("evaluation:accuracy.unchecked"), { exact: false });
const offer = () => screen.queryByText(text("evaluation:model_offer.text"), { exact: false });

it("says that the accuracy was never checked, and in the first batch what the built-in engine doesn't see", async () => {
  await open({ is_judge_measured: false });
  await waitFor(() => expect(unchecked()).not.toBeNull());
  expect(offer()).not.toBeNull();
  const link = await screen.findByRole("link", { name: text("evaluation:accuracy.check") });
  expect(link.getAttribute("href")).toBe("/settings?tab=ai");
});

it("offers no model in later batches", async () => {
  await open({ is_judge_measured: false }, 2);
  await waitFor(() => expect(unchecked()).not.toBeNull());
  expect(offer()).toBeNull();
});

it("says nothing of a model whose accuracy was checked", async () => {
  await open({ has_model: true, is_judge_measured: true });
  await screen.findByText("Wang Wei");
  expect(unchecked()).toBeNull();
  expect(offer()).toBeNull();
});

it("says since when a row is at the provider, and lets it be cancelled like others", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const since = "2026-03-05T14:05:00Z";
  await open({ has_model: true }, 1, { status: "pending", at_provider_since: since, file_name: "wang.pdf" });
  const time = formatsOf("en-US", { format: "language", timeZone: null }).dateTime(since);
  await screen.findByText(text("evaluate:row.at_provider", { time }));
  await screen.findByRole("button", { name: text("evaluate:row.delete", { name: "wang.pdf" }) });
});

it("says that a row waits for a worker that reads scans", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  await open({ has_model: true }, 1, { status: "pending", waits_for_reader: true, file_name: "scan.pdf" });
  await screen.findByText(text("evaluate:row.waits_for_reader"));
});
