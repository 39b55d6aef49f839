import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { MyProfile, Preferences } from "@/lib/api/types";
import { profile as someProfile } from "@/testing/fixtures";
import { keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, problem } from "@/testing/server";
import { setTextLanguage, text } from "@/testing/texts";

it("asks before a step, Back or Skip discards typed text", async () => {
  const user = userEvent.setup();
  await renderApp("/onboarding?step=profile", {
    handlers: [on("get", "/api/me/profile", () => someProfile({ onboarded_at: null }))],
  });
  const phone = await screen.findByLabelText<HTMLInputElement>(text("user:phone"));
  await user.type(phone, "+62");
  for (const name of ["onboarding:skip", "onboarding:back"]) {
    await user.click(await screen.findByRole("button", { name: text(name) }));
    await keepEditing();
    expect(phone.value).toBe("+62");
  }
  expect(window.location.search).toBe("?step=profile");
});

it("saves answers, shows errors, applies the chosen language, and completes once", async () => {
  const user = userEvent.setup();
  let profile: MyProfile = someProfile({ onboarded_at: null });
  let preferences: Preferences = {
    email_notifications: true,
    candidate_updates: false,
    interview_reminders: true,
    offer_updates: true,
    language: null,
    date_format: "language",
  };
  await renderApp("/onboarding", {
    handlers: [
      on("get", "/api/me/profile", () => profile),
      on("put", "/api/me/profile", ({ body: sent }) => {
        const body = sent as MyProfile & { onboarded?: boolean };
        if (body.phone === "call me") {
          return problem(422, "request.invalid", { errors: [{ field: "phone", code: "field.phone_invalid" }] });
        }
        const { onboarded, ...fields } = body;
        profile = { ...profile, ...fields, onboarded_at: onboarded ? "2026-11-22T08:00:00Z" : null };
        return profile;
      }),
      on("get", "/api/me/preferences", () => preferences),
      on("put", "/api/me/preferences", ({ body: sent }) => {
        preferences = sent as Preferences;
        return preferences;
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("onboarding:start") }));
  const phone = await screen.findByLabelText(text("user:phone"));
  await user.type(phone, "call me");
  await user.click(await screen.findByRole("button", { name: text("onboarding:next") }));
  expect(await screen.findByText(text("errors:field.phone_invalid"))).toBeDefined();
  await user.clear(phone);
  await user.type(phone, "+62 812 3456");
  await user.click(await screen.findByRole("button", { name: text("onboarding:next") }));
  await screen.findByRole("heading", { name: text("onboarding:features.title") });
  await user.click(await screen.findByRole("button", { name: text("onboarding:next") }));

  await user.click(await screen.findByRole("combobox", { name: text("user:language") }));
  await user.click(await screen.findByTitle("Bahasa Indonesia"));
  await user.click(await screen.findByRole("switch", { name: text("user:email_notifications") }));
  const reminders = await screen.findByRole("switch", { name: text("user:interview_reminders") });
  await waitFor(() => expect(reminders.hasAttribute("disabled")).toBe(true));
  await user.click(await screen.findByRole("button", { name: text("onboarding:next") }));

  await setTextLanguage("id-ID");
  await user.click(await screen.findByRole("button", { name: text("onboarding:complete.go") }));
  await waitFor(() => expect(window.location.pathname).toBe("/welcome"));
  expect(profile).toMatchObject({ phone: "+62 812 3456", onboarded_at: "2026-11-22T08:00:00Z" });
  expect(preferences).toMatchObject({ language: "id-ID", email_notifications: false });
});

it("says that the profile failed to load or to save at the end, and completes on retry", async () => {
  const user = userEvent.setup();
  let [loads, saves] = [false, false];
  const profile = someProfile({ onboarded_at: null });
  await renderApp("/onboarding", {
    handlers: [
      on("get", "/api/me/profile", () => (loads ? profile : problem(500, "server.internal"))),
      on("put", "/api/me/profile", () => (saves ? profile : problem(503, "server.unavailable"))),
    ],
  });
  await user.click(await screen.findByText(text("onboarding:step.complete")));
  const go = await screen.findByRole("button", { name: text("onboarding:complete.go") });
  await user.click(go);
  expect(await screen.findByText(text("errors:server.internal"))).toBeTruthy();
  loads = true;
  await user.click(go);
  expect(await screen.findByText(text("errors:server.unavailable"))).toBeTruthy();
  saves = true;
  await user.click(go);
  await waitFor(() => expect(window.location.pathname).toBe("/welcome"));
});
