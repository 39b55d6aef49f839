import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const mailbox = (value: object) =>
  on("get", "/api/organizations/{organization_id}/settings/{key}", () => ({
    key: "email_receiver_config",
    value: value as Record<string, never>,
    updated_at: "2026-03-01T08:00:00Z",
  }));
const paused = mailbox({ host: "imap.example.com", is_active: true, paused_at: "2026-03-02T08:00:00Z" });

it("shows on every page that the mailbox is paused, to those who can resume it", async () => {
  await renderApp("/welcome", { handlers: [paused] });
  const link = await screen.findByRole("link", { name: text("shell:mailbox_paused.open") });
  expect(link.getAttribute("href")).toBe("/settings?tab=mailbox");
});

it("stays hidden for active mailboxes and members without access", async () => {
  const { permissions, ...rest } = membership();
  const others = permissions.filter((permission) => !permission.startsWith("settings:"));
  await renderApp("/welcome", { handlers: [paused], membership: { ...rest, permissions: others } });
  await screen.findByRole("main");
  expect(screen.queryByRole("link", { name: text("shell:mailbox_paused.open") })).toBeNull();
});
