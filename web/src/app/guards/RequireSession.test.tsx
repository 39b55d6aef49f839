import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { idOf, job, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()]));

it("redirects guests to sign-in and keeps the target", async () => {
  await renderApp("/jobs?status=archived", { session: null });
  await screen.findByRole("button", { name: text("auth:login.submit") });
  expect(window.location.search).toBe(`?next=${encodeURIComponent("/jobs?status=archived")}`);
});

it("redirects to sign-in without a target after signing out", async () => {
  const user = userEvent.setup();
  await renderApp("/jobs", { handlers: [JOBS, on("post", "/api/auth/sign-out", () => empty())] });
  await screen.findByRole("link", { name: job().title });
  await user.click(await screen.findByRole("button", { expanded: false, name: "Yunfan" }));
  await user.click(await screen.findByRole("button", { name: text("shell:account.sign_out") }));
  await screen.findByRole("button", { name: text("auth:login.submit") });
  await waitFor(() => expect(window.location.pathname).toBe("/login"));
  expect(window.location.search).toBe("");
  expect(screen.queryByText(text("auth:login.expired"))).toBeNull();
});

it("shows the menu beside a page that the role doesn't include", async () => {
  await renderApp("/jobs", {
    membership: membership({ role: "viewer", pages: ["dashboard"], permissions: ["dashboard:view"] }),
  });
  const role = text("shell:role.viewer");
  await screen.findByText(text("shell:forbidden.where", { organization: "Yunfan", role }));
  const menu = await screen.findByRole("navigation", { name: text("shell:nav.main") });
  const links = within(menu).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([text("shell:nav.dashboard")]);
});

it("redirects guests from the page about permissions to sign-in without a target", async () => {
  await renderApp("/403", { session: null });
  await screen.findByRole("button", { name: text("auth:login.submit") });
  expect(window.location.search).toBe("");
});

it("opens an email link in its organization if the user is a member", async () => {
  const own = membership();
  const other = membership({
    id: idOf(77),
    organization: { ...own.organization, id: idOf(78), name: "Nusantara" },
    organization_id: idOf(78),
  });
  const asked: (string | undefined)[] = [];
  const handlers = [
    on("get", "/api/me/organizations", () => paged([own, other])),
    on("get", "/api/organizations/{organization_id}/jobs", ({ params }) => {
      asked.push(params["organization_id"]);
      return paged([job()]);
    }),
  ];
  await renderApp(`/jobs?org=${other.organization_id}`, { handlers });
  await screen.findByRole("link", { name: job().title });
  expect(new Set(asked)).toEqual(new Set([other.organization_id]));
  expect(await screen.findByRole("button", { expanded: false, name: "Nusantara" })).toBeTruthy();
});

it("stays in the current organization for links to foreign organizations", async () => {
  await renderApp(`/jobs?org=${idOf(99)}`, { handlers: [JOBS] });
  await screen.findByRole("link", { name: job().title });
  expect(await screen.findByRole("button", { expanded: false, name: "Yunfan" })).toBeTruthy();
});
