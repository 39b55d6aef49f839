import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AiState } from "@/lib/api/types";
import { aiState, batch, batchTask, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

/** Opens a finished batch, the job's first unless there are others. */
function open(state: Partial<AiState>, batches = 1) {
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
      on("get", `${O}/batches/{batch_id}/tasks`, () => paged([batchTask({ name: "Wang Wei" })])),
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
