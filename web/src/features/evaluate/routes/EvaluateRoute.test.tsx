import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import { batch, batchTask, idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const working = batch({
  status: "processing",
  counts: { completed: 2, failed: 0, pending: 3, processing: 0, retry: 0, skipped: 0 },
});

it("keeps the live queue, its search and its rows while the server is away", async () => {
  const user = userEvent.setup();
  let away = false;
  let answered = 0;
  const unlessAway = <T,>(answer: T) => {
    if (away) return problem(500, "server.internal");
    answered += 1;
    return answer;
  };
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${working.id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/batches`, () => unlessAway(paged([working]))),
      on("get", `${O}/batches/{batch_id}`, () => unlessAway(working)),
      on("get", `${O}/batches/{batch_id}/tasks`, () =>
        unlessAway(paged([batchTask(), batchTask({ id: idOf(301), name: "Wang Wei", position: 1 })])),
      ),
    ],
  });
  const search = await screen.findByRole<HTMLInputElement>("textbox", { name: text("evaluate:list.search") });
  await user.type(search, "Wang ");
  away = true;
  await screen.findAllByText(text("common:stale.text"));
  expect(search.isConnected).toBe(true);
  expect(search.value).toBe("Wang ");
  away = false;
  const before = answered;
  await waitFor(() => expect(answered).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByText(text("common:stale.text"))).toBeNull());
  expect(search.isConnected).toBe(true);
});

/** A finished batch of two, and what the server was asked for. */
function finished(change: Parameters<typeof batch>[0]) {
  const mine = batch({
    counts: { completed: 2, failed: 1, pending: 0, processing: 0, retry: 0, skipped: 0 },
    ...change,
  });
  const rows = [
    batchTask({ recommendation: LEVEL.strong, current_position: "Engineer", current_company: "Yunfan", years: 6 }),
    batchTask({ id: idOf(301), name: "Wang Wei", position: 1, recommendation: LEVEL.average }),
  ];
  const broken = batchTask({
    id: idOf(302),
    name: null,
    file_name: "locked.pdf",
    status: "failed",
    retryable: true,
    failure_reason: "document.encrypted",
    error_category: "document_processing",
  });
  const handlers = [
    on("get", `${O}/jobs`, () => paged([job()])),
    on("get", `${O}/jobs/{job_id}`, () => job()),
    on("get", `${O}/jobs/{job_id}/rubric`, () => problem(404, "job.not_found")),
    on("get", `${O}/batches`, () => paged([mine])),
    on("get", `${O}/batches/{batch_id}`, () => mine),
    on("get", `${O}/batches/{batch_id}/levels`, () =>
      paged([
        { level: LEVEL.strong, count: 1 },
        { level: LEVEL.recommended, count: 0 },
        { level: LEVEL.average, count: 1 },
      ]),
    ),
    on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) => {
      const level = query.get("level");
      if (query.get("status") === "failed") return paged([broken]);
      return paged(level ? rows.filter((row) => row.recommendation === level) : [...rows, broken]);
    }),
  ];
  return { batch: mine, handlers };
}

it("narrows the list to one recommendation, and offers no retry where it could only fail again", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finished({});
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers });
  const segments = await screen.findByRole("group", { name: text("evaluate:result.label") });
  // A level that nobody has takes no room.
  await waitFor(() => expect(within(segments).getAllByRole("button")).toHaveLength(2));
  const list = await screen.findByRole("table", { name: text("evaluate:list.label") });
  expect(await within(list).findByText("Engineer · Yunfan · 6 yrs")).toBeTruthy();
  expect(screen.queryByRole("button", { name: text("evaluate:row.retry", { name: "locked.pdf" }) })).toBeNull();
  await user.click(await within(segments).findByRole("button", { name: new RegExp(text("common:level.average")) }));
  await waitFor(() => expect(screen.queryByText("Engineer · Yunfan · 6 yrs")).toBeNull());
  expect(await screen.findByText("Wang Wei")).toBeTruthy();
});

it("says whose recommendation changed when a batch evaluated candidates again", async () => {
  const { batch: mine, handlers } = finished({ source: "reevaluation" });
  const change = {
    application_id: idOf(400),
    person_id: idOf(500),
    name: "Chen Siyuan",
    status: STAGE.aiReview,
    sub_status: SUB_STATUS.recommendContact,
    before: { score: 82, level: LEVEL.strong },
    after: { score: 55, level: LEVEL.average },
  };
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [on("get", `${O}/batches/{batch_id}/level-changes`, () => paged([change])), ...handlers],
  });
  const changes = await screen.findByRole("region", { name: text("evaluate:changes.title") });
  expect(await within(changes).findByRole("link", { name: "Chen Siyuan" })).toBeTruthy();
  expect(await within(changes).findByRole("img", { name: text("evaluate:changes.down") })).toBeTruthy();
  expect(await screen.findAllByText(text("common:batch.reevaluation"))).toBeTruthy();
});
