import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const HOOK = `${O}/settings/booking-hook` as const;
const URL = "https://hire.example/api/hooks/booking/abc";
/** During the spinner's exit animation it is part of the button's name. */
const rotate = () => ({ name: new RegExp(`${text("settings:hook.rotate")}$`) });

it("says that a secret sealed by another server key has to be replaced", async () => {
  const hook = { url: URL, has_secret: true, is_secret_unreadable: true };
  await renderApp("/settings?tab=links", {
    handlers: [on("get", `${O}/interview-locations`, () => ({ items: [], total: 0 })), on("get", HOOK, () => hook)],
  });
  expect(await screen.findByText(text("settings:hook.unreadable"))).toBeDefined();
});

it("shows a new secret once and confirms before replacing one", async () => {
  const user = userEvent.setup();
  let secrets = 0;
  const shown = () => ({
    url: URL,
    has_secret: secrets > 0,
    rotated_at: secrets > 0 ? "2026-03-01T08:00:00Z" : null,
    received_at: null,
  });
  await renderApp("/settings?tab=links", {
    handlers: [
      on("get", `${O}/interview-locations`, () => ({ items: [], total: 0 })),
      on("get", HOOK, shown),
      on("post", `${HOOK}/secret`, () => {
        secrets += 1;
        return { secret: `secret-${secrets}`, ...shown() };
      }),
    ],
  });
  expect(await screen.findByDisplayValue(URL)).toBeDefined();
  await user.click(await screen.findByRole("button", { name: text("settings:hook.create") }));
  expect(await screen.findByDisplayValue("secret-1")).toBeDefined();
  await user.click(await screen.findByRole("button", rotate()));
  const dialog = await screen.findByRole("dialog", { name: text("settings:hook.rotate_ask") });
  expect(secrets).toBe(1);
  await user.click(await within(dialog).findByRole("button", rotate()));
  expect(await screen.findByDisplayValue("secret-2")).toBeDefined();
});
