import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { LEVEL } from "@/entities/application/stages";
import type { JobRubric } from "@/lib/api/types";
import { finishedBatch } from "@/testing/finishedBatch";
import { batchTask, idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const RUBRIC: JobRubric = {
  criteria: [],
  language: "en-US",
  thresholds: { strongly_recommend: 80, recommend: 60, average: 40 },
  career_weight: 100,
  version: "built-in/1",
  revision: 0,
  can_assess: false,
  unread_by: null,
  refused_by: null,
};

it("asks before an upload for a job without criteria", async () => {
  const user = userEvent.setup();
  await renderApp(`/evaluate?job_id=${job().id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/jobs/{job_id}/rubric`, () => RUBRIC),
      on("get", `${O}/batches`, () => paged([])),
    ],
  });
  expect(await screen.findByText(text("evaluate:no_criteria.title"))).toBeTruthy();
  expect(await screen.findByRole("link", { name: text("evaluate:no_criteria.write") })).toBeTruthy();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(["PK"], "march.zip", { type: "application/zip" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: text("evaluate:no_criteria.cancel") }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("march.zip")).toBeNull();
});

it("offers to evaluate a batch again whose scores can't be compared", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({});
  let again = 0;
  const older = batchTask({ name: "Wang Wei", recommendation: LEVEL.average, differences: ["rubric", "engine"] });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/jobs/{job_id}/rubric`, () => ({ ...RUBRIC, can_assess: true })),
      on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) =>
        paged(query.get("status") === "failed" ? [] : [batchTask({ id: idOf(301) }), older]),
      ),
      on("post", `${O}/batches/{batch_id}/evaluate-again`, () => {
        again += 1;
        return { count: 2 };
      }),
      ...handlers,
    ],
  });
  const sign = `${text("evaluation:difference.both")}. ${text("evaluation:difference.why")}`;
  expect((await screen.findAllByRole("img", { name: sign })).length).toBe(1);
  await screen.findByText(text("evaluate:again.mixed"));
  await user.click(await screen.findByRole("button", { name: text("evaluate:again.evaluate") }));
  await waitFor(() => expect(again).toBe(1));
});

it("offers it also for rows that aren't loaded", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const { batch: mine, handlers } = finishedBatch({});
  const older = batchTask({ id: idOf(302), name: "Wang Wei", differences: ["engine"] });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/jobs/{job_id}/rubric`, () => ({ ...RUBRIC, can_assess: true })),
      on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) => {
        if (query.get("status") === "failed") return paged([]);
        // The list shows the first page.
        return paged(query.get("status") === "completed" ? [batchTask({ id: idOf(301) }), older] : [batchTask({})]);
      }),
      ...handlers,
    ],
  });
  await screen.findByText(text("evaluate:again.mixed"));
  expect(screen.queryByText("Wang Wei")).toBeNull();
});

it("shows no score without an evaluation, and says what choosing such a resume means", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({ promotable: 1 });
  const unassessed = batchTask({
    id: idOf(301),
    name: "Wang Wei",
    score: 0,
    recommendation: LEVEL.toBeEvaluated,
    flags: [{ kind: "no_criteria" }],
  });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) =>
        paged(query.get("status") === "failed" ? [] : [batchTask({ recommendation: LEVEL.strong }), unassessed]),
      ),
      ...handlers,
    ],
  });
  expect(await screen.findByRole("img", { name: text("evaluation:flag.no_criteria") })).toBeTruthy();
  expect(screen.getAllByRole("img", { name: text("common:score.none") })).toHaveLength(1);
  await user.click(await screen.findByRole("checkbox", { name: text("evaluate:list.select_all") }));
  const box = screen.getByRole<HTMLInputElement>("checkbox", {
    name: text("evaluate:row.select", { name: "Wang Wei" }),
  });
  await waitFor(() => expect(screen.getByText(text("evaluate:promote.hint_selected"), { exact: false })).toBeTruthy());
  expect(box.checked).toBe(false);
  await user.click(box);
  expect(await screen.findByText(text("evaluate:promote.hint_unassessed", { count: 1 }))).toBeTruthy();
});

it("offers to evaluate a batch again once its job has criteria", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const { batch: mine, handlers } = finishedBatch({});
  const unassessed = batchTask({ recommendation: LEVEL.toBeEvaluated, flags: [{ kind: "no_criteria" }] });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/jobs/{job_id}/rubric`, () => ({ ...RUBRIC, can_assess: true })),
      on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) =>
        paged(query.get("status") === "failed" ? [] : [unassessed]),
      ),
      ...handlers,
    ],
  });
  expect(await screen.findByText(text("evaluate:again.unassessed"))).toBeTruthy();
  expect(screen.queryByText(text("evaluate:no_criteria.title"))).toBeNull();
});
