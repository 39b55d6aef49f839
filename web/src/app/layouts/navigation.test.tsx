import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { idOf, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = "/api/organizations/{organization_id}/jobs";

it("restores a page's last state from the menu, and resets it from the page itself", async () => {
  const user = userEvent.setup();
  const handlers = [on("get", JOBS, () => ({ items: [job({ id: idOf(1) })], total: 1 }))];
  await renderApp("/jobs?status=closed", { handlers });
  const menu = await screen.findByRole("navigation", { name: text("shell:nav.main") });
  const entry = () => within(menu).getByRole("link", { name: text("shell:nav.jobs") });
  expect(entry().getAttribute("href")).toBe("/jobs");
  await user.click(await screen.findByRole("link", { name: new RegExp(text("shell:brand")) }));
  await waitFor(() => expect(entry().getAttribute("href")).toBe("/jobs?status=closed"));
});
