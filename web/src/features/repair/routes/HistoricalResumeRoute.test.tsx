import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Task } from "@/lib/api/types";
import { idOf, job, task } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const KIND = "resumes.reprocess";

it("reprocesses the resumes of the chosen job and shows progress and results", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  const former = task({ id: idOf(601), kind: KIND, result: { read: 41, failed: 2 } as never });
  const failed = task({ id: idOf(602), kind: KIND, status: "failed" });
  const running = task({ id: idOf(603), kind: KIND, status: "processing", progress: { done: 3, total: 50 } });
  let runs: Task[] = [failed, former];
  await renderApp(`/historical-resume-processing?job_id=${job().id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/tasks`, ({ query }) => paged(query.get("kind") === KIND ? runs : [])),
      on("post", `${O}/resumes/reprocess`, ({ body }) => {
        sent.push(body);
        runs = [running, failed, former];
        return running;
      }),
    ],
  });
  expect(await screen.findByText(text("repair:reading.result", { read: 41, failed: 2 }))).toBeDefined();
  expect(screen.getByText(text("common:tray.failed"))).toBeDefined();
  await user.click(await screen.findByText(text("repair:reading.all")));
  await user.click(await screen.findByText(text("repair:reading.of_job")));
  await user.click(await screen.findByRole("button", { name: text("repair:reading.start") }));
  expect(await screen.findByText(text("repair:reading.progress", { done: 3, total: 50 }))).toBeDefined();
  await waitFor(() => expect(sent).toEqual([{ filter: { state: "all", job_id: job().id } }]));
});
