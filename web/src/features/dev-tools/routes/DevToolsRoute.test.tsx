import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { CapturedMail } from "@/lib/api/types";
import { renderApp } from "@/testing/renderApp";
import { on, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const mail: CapturedMail = {
  id: "0199d3a0-0000-7000-8000-000000000700",
  to: "chen@example.com",
  subject: "Confirm your email",
  text: "Open https://bole.example/verify",
  html: "<p>Open <a href='https://bole.example/verify'>this</a></p>",
  links: ["https://bole.example/verify", "javascript:alert(1)"],
  attachments: [],
  created_at: "2026-03-02T08:00:00Z",
};

it("asks for the mailbox token without ending the session, and shows emails with web links only", async () => {
  const user = userEvent.setup();
  await renderApp("/dev-tools", {
    handlers: [
      on("get", "/api/dev/mailbox", ({ headers }) =>
        headers.get("Authorization") === "Bearer right" ? { items: [mail] } : problem(401, "auth.unauthenticated"),
      ),
    ],
  });
  const token = await screen.findByLabelText(text("devtools:token.label"));
  await user.type(token, "wrong");
  await user.click(await screen.findByRole("button", { name: text("devtools:token.open") }));
  expect((await screen.findByRole("alert")).textContent).toBe(text("devtools:token.wrong"));
  await user.clear(await screen.findByLabelText(text("devtools:token.label")));
  await user.type(await screen.findByLabelText(text("devtools:token.label")), "right");
  await user.click(await screen.findByRole("button", { name: text("devtools:token.open") }));
  expect(await screen.findByRole("heading", { name: mail.subject })).toBeDefined();
  expect((await screen.findByTitle(mail.subject)).getAttribute("sandbox")).toBe("");
  expect(await screen.findByRole("link", { name: mail.links[0] ?? "" })).toBeDefined();
  expect(screen.queryByRole("link", { name: /javascript/ })).toBeNull();
});

it("explains where email is captured on other servers", async () => {
  await renderApp("/dev-tools", {
    handlers: [on("get", "/api/dev/mailbox", () => problem(404, "request.not_found"))],
  });
  expect(await screen.findByText(text("devtools:not_local"))).toBeDefined();
});

it("shows the tab's events and caches", async () => {
  const user = userEvent.setup();
  await renderApp("/dev-tools?tab=log");
  expect(await screen.findByRole("cell", { name: "initial" })).toBeDefined();
  await user.click(await screen.findByText(text("devtools:log.error"), { selector: ".ant-segmented-item-label" }));
  expect(await screen.findByText(text("devtools:log.empty"))).toBeDefined();
  await user.click(await screen.findByText(text("devtools:cache.title"), { selector: ".ant-segmented-item-label" }));
  expect(await screen.findByRole("rowheader", { name: "/api/me/organizations" })).toBeDefined();
});
