import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { AiState, Permission } from "@/lib/api/types";
import { aiState, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const is = (state: Partial<AiState>) =>
  on("get", "/api/organizations/{organization_id}/ai/state", () => aiState({ has_model: true, ...state }));
const as = (role: "recruiter" | "viewer", permissions: Permission[]) => membership({ role, permissions });
const banner = (key: "paused" | "spent" | "warning") =>
  screen.findByText(text(`shell:ai_state.${key}`), { exact: false });

it("shows on every page that AI work is paused, to those who can resume it", async () => {
  await renderApp("/welcome", { handlers: [is({ paused: "ai.key_refused" })] });
  expect(await banner("paused")).toBeTruthy();
  const link = screen.getByRole("link", { name: text("shell:ai_state.open") });
  expect(link.getAttribute("href")).toBe("/settings?tab=ai");
});

it("tells a recruiter that the budget is spent and who to ask", async () => {
  const recruiter = as("recruiter", ["ai-review:view", "pipeline:view"]);
  await renderApp("/welcome", {
    handlers: [is({ budget_state: "spent", fallback_to_built_in: true })],
    membership: recruiter,
  });
  const shown = await banner("spent");
  expect(shown.textContent).toContain(text("shell:ai_state.fallback"));
  expect(shown.textContent).toContain(text("shell:ai_state.ask"));
  expect(screen.queryByRole("link", { name: text("shell:ai_state.open") })).toBeNull();
  expect(screen.queryByRole("button", { name: text("shell:ai_state.dismiss") })).toBeNull();
});

it("shows a dismissible warning before the budget is spent", async () => {
  const user = userEvent.setup();
  await renderApp("/welcome", { handlers: [is({ budget_state: "warning" })] });
  await banner("warning");
  await user.click(await screen.findByRole("button", { name: text("shell:ai_state.dismiss") }));
  expect(screen.queryByText(text("shell:ai_state.warning"), { exact: false })).toBeNull();
});

it("shows nothing without a problem or to members whose work needs no model", async () => {
  const viewer = as("viewer", ["dashboard:view"]);
  await renderApp("/welcome", { handlers: [is({ budget_state: "spent" })], membership: viewer });
  await screen.findByRole("main");
  expect(screen.queryByText(text("shell:ai_state.spent"), { exact: false })).toBeNull();
});
