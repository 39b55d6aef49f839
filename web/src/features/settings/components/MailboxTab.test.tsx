import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const SETTING = `${O}/settings/{key}` as const;

const SAVED = {
  host: "imap.acme.example",
  port: 993,
  security: "tls",
  user: "jobs",
  has_password: true,
  folder: "INBOX",
  is_active: true,
  failure: "mail.key_refused",
  failure_detail: "LOGIN Login error",
  paused_at: "2026-03-01T08:00:00Z",
  checked_at: "2026-03-01T08:00:00Z",
};

it("shows why the mailbox is paused, resumes it, and lists received messages", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  let saved: Record<string, unknown> = SAVED;
  const setting = () => ({ key: "email_receiver_config", value: saved as never, updated_at: "2026-03-01T08:00:00Z" });
  await renderApp("/settings?tab=mailbox", {
    handlers: [
      on("get", SETTING, setting),
      on("put", SETTING, ({ body }) => {
        sent.push(body);
        saved = { ...SAVED, failure: null, paused_at: null };
        return setting();
      }),
      on("get", `${O}/inbound-messages`, () => ({
        items: [
          {
            id: "0190a1b2-0000-7000-8000-000000000001",
            state: "set_aside",
            kind: "held",
            reason: "job_closed",
            sender: "lin@example.com",
            sender_name: "Lin",
            subject: "Application",
            body: "",
            files: 1,
            job_id: null,
            job_title: "Backend Engineer",
            application_id: null,
            batch_id: null,
            has_files: false,
            received_at: "2026-03-01T08:00:00Z",
          },
        ],
        total: 1,
      })),
    ],
  });
  expect(await screen.findByText(text("settings:mailbox.reason.key_refused"))).toBeDefined();
  expect(screen.getByText(text("settings:mailbox.said", { text: "LOGIN Login error" }))).toBeDefined();
  expect(await screen.findByText(text("settings:mailbox.state.set_aside"))).toBeDefined();
  const inInbox = await screen.findByRole("link", { name: text("settings:mailbox.open_in_inbox") });
  expect(inInbox.getAttribute("href")).toBe("/inbox?kind=held&id=0190a1b2-0000-7000-8000-000000000001");
  // Someone else has chosen another folder meanwhile.
  saved = { ...SAVED, folder: "Resumes" };
  await user.click(await screen.findByRole("button", { name: text("settings:mailbox.resume") }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    value: { host: "imap.acme.example", port: 993, security: "tls", user: "jobs", folder: "Resumes", is_active: true },
  });
  await waitFor(() => expect(screen.queryByText(text("settings:mailbox.reason.key_refused"))).toBeNull());
});

it("says why a paused mailbox could not be resumed", async () => {
  const user = userEvent.setup();
  await renderApp("/settings?tab=mailbox", {
    handlers: [
      on("get", SETTING, () => ({
        key: "email_receiver_config",
        value: SAVED as never,
        updated_at: "2026-03-01T08:00:00Z",
      })),
      on("put", SETTING, () => problem(503, "server.unavailable")),
      on("get", `${O}/inbound-messages`, () => paged([])),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("settings:mailbox.resume") }));
  const failed = `${text("settings:mailbox.resume_failed")} ${text("errors:server.unavailable")}`;
  expect(await screen.findByText(failed)).toBeDefined();
});

it.each(["host_unknown", "connection_refused", "no_answer", "certificate_invalid", "encryption_failed"] as const)(
  "says why the mailbox was not reached: %s",
  async (reason) => {
    const value = { ...SAVED, failure: `mail.${reason}`, failure_detail: null, paused_at: null };
    const setting = () => ({ key: "email_receiver_config", value: value as never, updated_at: "2026-03-01T08:00:00Z" });
    await renderApp("/settings?tab=mailbox", {
      handlers: [on("get", SETTING, setting), on("get", `${O}/inbound-messages`, () => paged([]))],
    });
    expect(await screen.findByText(text(`email:reason.${reason}`))).toBeDefined();
  },
);
