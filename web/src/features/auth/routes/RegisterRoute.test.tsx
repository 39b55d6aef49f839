import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const REGISTERING = "bole.registering";

beforeEach(() => sessionStorage.clear());

const handlers = [
  on("get", "/api/auth/registration", () => ({ open: true })),
  on("post", "/api/auth/sign-in", () => problem(403, "auth.email_not_confirmed")),
  on("post", "/api/auth/resend", () => empty()),
];

async function signUp() {
  const user = userEvent.setup();
  await renderApp("/register", {
    session: null,
    handlers: [...handlers, on("post", "/api/auth/sign-up", () => ({ confirmation_sent: true }) as never)],
  });
  await user.type(await screen.findByLabelText(text("auth:full_name")), "Wang Fang");
  await user.type(await screen.findByLabelText(text("auth:email")), "wang@example.com");
  await user.type(await screen.findByLabelText(text("auth:password")), "qianlima-2026");
  await user.type(await screen.findByLabelText(text("auth:register.confirm_password")), "qianlima-2026");
  await user.click(await screen.findByRole("checkbox"));
  await user.click(await screen.findByRole("button", { name: text("auth:register.submit") }));
  await screen.findByText(text("auth:check.text", { email: "wang@example.com" }));
  return user;
}

it("keeps the address that waits for its confirmation, and no password", async () => {
  await signUp();
  expect({ ...sessionStorage }[REGISTERING]).toBe("wang@example.com");
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("qianlima");
});

it("waits for the confirmation again after a reload, and then leads to signing in", async () => {
  sessionStorage.setItem(REGISTERING, "wang@example.com");
  const user = userEvent.setup();
  await renderApp("/register", { session: null, handlers });
  await screen.findByText(text("auth:check.text", { email: "wang@example.com" }));
  const link = screen.getByRole("link", { name: text("auth:check.verified") });
  expect(link.getAttribute("href")).toBe("/login?next=%2Fregister");
  await user.click(await screen.findByRole("button", { name: text("auth:check.other_email") }));
  await screen.findByLabelText(text("auth:full_name"));
  expect(sessionStorage.getItem(REGISTERING)).toBeNull();
});

it("says no longer that the address isn't verified once the email is sent again", async () => {
  const user = await signUp();
  await user.click(await screen.findByRole("button", { name: text("auth:check.verified") }));
  await screen.findByText(text("auth:check.not_yet"));
  await user.click(await screen.findByRole("button", { name: text("auth:check.resend") }));
  await screen.findByText(text("auth:login.resent"));
  await waitFor(() => expect(screen.queryByText(text("auth:check.not_yet"))).toBeNull());
});

it("opens a page that the role has for members who come back to registering", async () => {
  await renderApp("/register", {
    membership: membership({ role: "viewer", pages: ["dashboard"], permissions: ["dashboard:view"] }),
    handlers: [on("get", "/api/me/invitations", () => paged([]))],
  });
  await waitFor(() => expect(window.location.pathname).toBe("/welcome"));
});
