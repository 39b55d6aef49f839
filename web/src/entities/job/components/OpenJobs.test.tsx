import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = [
  job({ id: idOf(1), title: "Nurse", in_review: 7, in_pipeline: 3 }),
  job({ id: idOf(2), title: "Store manager" }),
  job({ id: idOf(3), title: "Closed job", is_active: false, in_review: 9 }),
];
const handlers = [on("get", "/api/organizations/{organization_id}/jobs", () => paged(JOBS))];

it.each([
  ["/ai-review", text("common:job.in_review", { number: "7" })],
  ["/pipeline", text("common:job.in_pipeline", { number: "3" })],
])("links the open jobs with their candidates on %s without a selected job", async (path, count) => {
  await renderApp(path, { handlers });
  const nurse = await screen.findByRole("link", { name: /^Nurse/ });
  expect(nurse.getAttribute("href")).toBe(`${path}?job_id=${idOf(1)}`);
  expect(nurse.textContent).toContain(count);
  expect(screen.getByRole("link", { name: /^Store manager/ }).textContent).not.toMatch(/\d/);
  expect(screen.queryByRole("link", { name: /^Closed job/ })).toBeNull();
});
