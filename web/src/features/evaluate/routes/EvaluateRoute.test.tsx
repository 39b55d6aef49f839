import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
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
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: text("evaluate:list.search") })).toBe(search);
  expect(search.value).toBe("Wang ");
  away = false;
  const before = answered;
  await waitFor(() => expect(answered).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByText(text("common:stale.text"))).toBeNull());
  expect(search.isConnected).toBe(true);
});
