import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { idOf, job, ORGANIZATION_ID } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
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

it("restores neither a closed dialog nor the selected job on a page about all jobs", async () => {
  const user = userEvent.setup();
  const handlers = [
    on("get", JOBS, () => paged([job({ id: idOf(1) })])),
    on("get", "/api/organizations/{organization_id}/talent-pool", () => paged([])),
    on("get", "/api/organizations/{organization_id}/talent-pool/rank", () => ({ people: 2 })),
  ];
  sessionStorage.setItem("bole.job", `${ORGANIZATION_ID} ${idOf(1)}`);
  await renderApp("/talent-pool?reason=withdrawn&rank=open", { handlers });
  const menu = await screen.findByRole("navigation", { name: text("shell:nav.main"), hidden: true });
  const target = (name: string) => within(menu).getByRole("link", { name, hidden: true }).getAttribute("href");
  await screen.findByText(text("talent-pool:rank.title"));
  await user.click(await within(menu).findByRole("link", { name: text("shell:nav.jobs"), hidden: true }));
  await waitFor(() => expect(target(text("shell:nav.talent_pool"))).toBe("/talent-pool?reason=withdrawn"));
  expect(target(text("shell:nav.dashboard"))).toBe("/dashboard");
  expect(target(text("shell:nav.pipeline"))).toBe(`/pipeline?job_id=${idOf(1)}`);
});

it("moves the focus into the account panel, and back to its button", async () => {
  const user = userEvent.setup();
  await renderApp("/jobs", { handlers: [on("get", JOBS, () => paged([job()]))] });
  const button = await screen.findByRole("button", { expanded: false, name: "Yunfan" });
  await user.click(button);
  const panel = await screen.findByRole("dialog", { name: text("shell:account.menu") });
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("moves the focus to the heading of the page that was opened", async () => {
  const user = userEvent.setup();
  await renderApp("/guide", { handlers: [on("get", JOBS, () => paged([job()]))] });
  const menu = await screen.findByRole("navigation", { name: text("shell:nav.main") });
  await user.click(await within(menu).findByRole("link", { name: text("shell:nav.jobs") }));
  const heading = await screen.findByRole("heading", { level: 1, name: text("jobs:title") });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
