import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aiSettings, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const paused = on("get", "/api/organizations/{organization_id}/settings/ai", () =>
  aiSettings({ paused: "ai.key_refused", pausedSince: "2026-03-02T08:00:00Z" }),
);

it("tells those who can see to it, on any page, that AI work is paused", async () => {
  await renderApp("/welcome", { handlers: [paused] });
  const link = await screen.findByRole("link", { name: text("shell:ai_paused.open") });
  expect(link.getAttribute("href")).toBe("/settings?tab=ai");
});

it("tells nobody else", async () => {
  const { permissions, ...rest } = membership();
  const others = permissions.filter((permission) => !permission.startsWith("settings:"));
  await renderApp("/welcome", { handlers: [paused], membership: { ...rest, permissions: others } });
  await screen.findByRole("main");
  expect(screen.queryByRole("link", { name: text("shell:ai_paused.open") })).toBeNull();
});
