// A batch of people from the talent pool, matched to a job.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { finishedBatch } from "@/testing/finishedBatch";
import { idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

it("begins with the recommended ones selected, which can be changed", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({ source: "pool", promotable: 2 });
  const promoted: unknown[] = [];
  const promote = on("post", `${O}/batches/{batch_id}/promote`, ({ body }) => {
    promoted.push(body);
    return { created: 1, existing: 0, skipped: 0 };
  });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers: [promote, ...handlers] });
  await screen.findByText(text("evaluate:promote.hint_proposed"));
  const other = await screen.findByRole("checkbox", { name: text("evaluate:row.select", { name: "Wang Wei" }) });
  await user.click(other);
  await screen.findByText(text("evaluate:promote.hint_selected"));
  await user.click(other);
  await user.click(await screen.findByRole("button", { name: text("evaluate:promote.selected", { count: 1 }) }));
  await waitFor(() => expect(promoted).toEqual([{ task_ids: [idOf(300)] }]));
});

it("selects nobody in a batch of new resumes, or once some were added", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const address = `/evaluate?job_id=${job().id}&batch_id=`;
  const fresh = finishedBatch({ promotable: 2 });
  const view = await renderApp(address + fresh.batch.id, { handlers: fresh.handlers });
  await screen.findByRole("button", { name: text("evaluate:promote.all", { count: 2 }) });
  view.unmount();
  const added = finishedBatch({ source: "pool", promotable: 1, promoted: 1 });
  await renderApp(address + added.batch.id, { handlers: added.handlers });
  await screen.findByRole("button", { name: text("evaluate:promote.all", { count: 1 }) });
});
