import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { batch, idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";

const BATCHES = "/api/organizations/{organization_id}/batches";
const BATCH = "/api/organizations/{organization_id}/batches/{batch_id}";
const JOBS = on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()]));
const working = batch({
  status: "processing",
  counts: { completed: 3, failed: 0, pending: 5, processing: 0, retry: 0, skipped: 0 },
});

it("keeps a batch whose poll failed, and goes on looking", async () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    return looks === 2 ? problem(500, "server.internal") : working;
  };
  await renderApp("/jobs", {
    handlers: [on("get", BATCHES, () => paged([working])), on("get", BATCH, look), JOBS],
  });
  await screen.findByRole("link", { name: working.file_name });
  await waitFor(() => expect(looks).toBeGreaterThan(2));
  expect(screen.getByRole("link", { name: working.file_name })).toBeDefined();
});

it("lets a batch go that was deleted", async () => {
  let there = true;
  await renderApp("/jobs", {
    handlers: [
      on("get", BATCHES, () => paged(there ? [working] : [])),
      on("get", BATCH, () => (there ? working : problem(404, "batch.not_found"))),
      JOBS,
    ],
  });
  await screen.findByRole("link", { name: working.file_name });
  there = false;
  await waitFor(() => expect(screen.queryByRole("link", { name: working.file_name })).toBeNull());
});

it("links to the batch itself", async () => {
  const mine = batch({ id: idOf(201), job_id: idOf(101) });
  sessionStorage.setItem("bole.tray", JSON.stringify([mine.id]));
  await renderApp("/jobs", { handlers: [on("get", BATCH, () => mine), JOBS] });
  const link = await screen.findByRole("link", { name: mine.file_name });
  expect(link.getAttribute("href")).toBe(`/evaluate?job_id=${mine.job_id}&batch_id=${mine.id}`);
});
