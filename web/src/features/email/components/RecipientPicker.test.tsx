import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { application, idOf, job } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const CANDIDATES = 1_000;
const ROW_PX = 41;

it("selects all of a job's thousand candidates, of whom only the visible ones are rendered", async () => {
  mockElementSize();
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW_PX);
  const user = userEvent.setup();
  const all = Array.from({ length: CANDIDATES }, (_, at) => application({ id: idOf(1_000 + at) }));
  await renderApp(`/batch-email?job_id=${job().id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/applications`, ({ query }) => {
        const from = Number(query.get("offset"));
        const items = all.slice(from, from + Number(query.get("limit")));
        return { items, total: CANDIDATES, total_is_estimate: false };
      }),
      on("get", `${O}/email-service`, () => ({ status: "running", failures: 0, queued: 0 })),
    ],
  });
  await user.click(await screen.findByRole("checkbox", { name: text("email:pick.all", { count: CANDIDATES }) }));
  expect(await screen.findByText(text("email:pick.write", { count: CANDIDATES }))).toBeDefined();
  const rows = document.querySelectorAll("li input[type=checkbox]").length;
  expect(rows).toBeGreaterThan(5);
  expect(rows).toBeLessThan(60);
});
