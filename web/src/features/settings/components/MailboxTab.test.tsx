import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { idOf, job } from "@/testing/fixtures";
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
  // Someone else has chosen another folder meanwhile.
  saved = { ...SAVED, folder: "Resumes" };
  await user.click(await screen.findByRole("button", { name: text("settings:mailbox.resume") }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    value: { host: "imap.acme.example", port: 993, security: "tls", user: "jobs", folder: "Resumes", is_active: true },
  });
  await waitFor(() => expect(screen.queryByText(text("settings:mailbox.reason.key_refused"))).toBeNull());
});

it("lets a held email be read, downloaded and given to a job", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  let state: "set_aside" | "accepted" = "set_aside";
  await renderApp("/settings?tab=mailbox", {
    handlers: [
      on("get", SETTING, () => ({ key: "email_receiver_config", value: {} as never, updated_at: null })),
      on("get", `${O}/inbound-messages`, () =>
        paged([
          {
            id: idOf(900),
            state,
            reason: state === "set_aside" ? ("files_unread" as const) : null,
            sender: "lin@example.com",
            sender_name: "Lin",
            subject: "Application",
            body: "Please find my resume.",
            files: 1,
            has_files: state === "set_aside",
            received_at: "2026-03-01T08:00:00Z",
          },
        ]),
      ),
      on("get", `${O}/jobs`, () => paged([job({ id: idOf(7), title: "Backend Engineer" })])),
      on("post", `${O}/inbound-messages/{message_id}/job`, ({ body }) => {
        sent.push(body);
        state = "accepted";
        return { batch_id: idOf(901) };
      }),
    ],
  });
  expect(await screen.findByText(text("settings:mailbox.why.files_unread"), { exact: false })).toBeDefined();
  expect(screen.getByText("Please find my resume.")).toBeDefined();
  const files = screen.getByRole("link", { name: text("settings:mailbox.held.download") });
  expect(files.getAttribute("href")).toContain(`/inbound-messages/${idOf(900)}/files`);
  await user.click(await screen.findByRole("combobox", { name: text("settings:mailbox.held.job") }));
  await user.click(await screen.findByTitle("Backend Engineer"));
  await user.click(await screen.findByRole("button", { name: text("settings:mailbox.held.give") }));
  expect(await screen.findByText(text("settings:mailbox.state.accepted"))).toBeDefined();
  expect(sent).toEqual([{ job_id: idOf(7) }]);
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
