import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { sessionManager } from "@/lib/auth/sessionManager";
import { idOf, job, membership, session } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()]));

it("redirects guests to sign-in and keeps the target", async () => {
  await renderApp("/jobs?status=archived#list", { session: null });
  await screen.findByRole("button", { name: text("auth:login.submit") });
  expect(window.location.search).toBe(`?next=${encodeURIComponent("/jobs?status=archived#list")}`);
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

it("shows guests the page about permissions, and where to sign in", async () => {
  await renderApp("/403", { session: null });
  await screen.findByRole("heading", { name: text("shell:forbidden.title") });
  const link = screen.getByRole("link", { name: text("shell:forbidden.sign_in") });
  expect(link.getAttribute("href")).toBe("/login");
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

it("asks for the password over the page when the session expires, and keeps what was typed", async () => {
  const user = userEvent.setup();
  const mine = session();
  const signedIn: unknown[] = [];
  const handlers = [
    on("post", "/api/auth/sign-in", ({ body }) => {
      signedIn.push(body);
      return mine;
    }),
  ];
  await renderApp("/jobs/new", { handlers });
  const title = await screen.findByRole("textbox", { name: text("jobs:field.title") });
  await user.type(title, "Data engineer");
  act(() => sessionManager.expire());
  await screen.findByText(text("auth:again.text"));
  expect(window.location.pathname).toBe("/jobs/new");
  await user.type(await screen.findByLabelText(text("auth:password")), "qianlima-2026");
  await user.click(await screen.findByText(text("auth:login.submit")));
  await waitFor(() => expect(screen.queryByText(text("auth:again.text"))).toBeNull());
  expect(signedIn).toEqual([{ email: mine.user.email, password: "qianlima-2026" }]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: text("jobs:field.title") })).toBe(title);
  expect(screen.getByDisplayValue("Data engineer")).toBeTruthy();
});

it("opens nothing of the former user when another one signs in after an expiry", async () => {
  const user = userEvent.setup();
  await renderApp("/jobs/new", { handlers: [JOBS] });
  await user.type(await screen.findByRole("textbox", { name: text("jobs:field.title") }), "Data engineer");
  act(() => sessionManager.expire());
  await screen.findByText(text("auth:again.text"));
  const other = session();
  act(() => sessionManager.change({ type: "signed_in", session: { ...other, user: { ...other.user, id: idOf(98) } } }));
  await waitFor(() => expect(screen.queryByText(text("auth:again.text"))).toBeNull());
  await screen.findByRole("textbox", { name: text("jobs:field.title") });
  expect(screen.queryByDisplayValue("Data engineer")).toBeNull();
});
