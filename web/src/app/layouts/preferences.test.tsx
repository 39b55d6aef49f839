// What the preferences of an account change on every page.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { job, preferences, profile } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { setTextLanguage, text } from "@/testing/texts";

beforeEach(() => localStorage.removeItem("bole.dates"));

it("uses the preferred language when the browser has no choice stored", async () => {
  await renderApp("/guide", {
    language: null,
    handlers: [on("get", "/api/me/profile", () => profile({ language: "id-ID" }))],
  });
  await waitFor(() => expect(document.documentElement.lang).toBe("id-ID"));
  expect(localStorage.getItem("language")).toBe("id-ID");
});

it("keeps the language chosen in the browser", async () => {
  await renderApp("/guide", {
    language: "en-US",
    handlers: [on("get", "/api/me/profile", () => profile({ language: "id-ID", date_format: "iso" }))],
  });
  // The profile has arrived.
  await waitFor(() => expect(localStorage.getItem("bole.dates")).toContain("iso"));
  expect(document.documentElement.lang).toBe("en-US");
  expect(await screen.findByRole("heading", { level: 1, name: text("guide:title") })).toBeDefined();
});

it("formats dates in fields as preferred", async () => {
  await renderApp("/button-style-guide", {
    handlers: [on("get", "/api/me/profile", () => profile({ date_format: "day_first" }))],
  });
  expect((await screen.findAllByDisplayValue("02/03/2026")).length).toBeGreaterThan(0);
});

const JOBS = on("get", "/api/organizations/{organization_id}/jobs", () => paged([job()]));

it("changes the language only, whatever else was changed on another device meanwhile", async () => {
  const user = userEvent.setup();
  let saved = preferences({ email_notifications: true });
  const sent: unknown[] = [];
  const handlers = [
    JOBS,
    on("get", "/api/me/preferences", () => saved),
    on("put", "/api/me/preferences", ({ body }) => {
      sent.push(body);
      return empty();
    }),
  ];
  await renderApp("/jobs", { handlers });
  await user.click(await screen.findByRole("button", { expanded: false, name: "Yunfan" }));
  const choice = await screen.findByRole("combobox", { name: text("shell:account.language") });
  saved = { ...saved, email_notifications: false };
  await user.click(choice);
  await user.click(await screen.findByText("Bahasa Indonesia"));
  await waitFor(() => expect(sent).toEqual([{ ...saved, language: "id-ID" }]));
});

it("says so when a chosen language could not be saved", async () => {
  const user = userEvent.setup();
  const handlers = [JOBS, on("put", "/api/me/preferences", () => problem(500, "server.internal"))];
  await renderApp("/jobs", { handlers });
  await user.click(await screen.findByRole("button", { expanded: false, name: "Yunfan" }));
  await user.click(await screen.findByRole("combobox", { name: text("shell:account.language") }));
  await user.click(await screen.findByText("Bahasa Indonesia"));
  await waitFor(() => expect(document.documentElement.lang).toBe("id-ID"));
  // In the language of the moment, which may be either.
  const english = text("errors:server.internal");
  await setTextLanguage("id-ID");
  const words = [english, text("errors:server.internal")];
  await waitFor(() => expect(words.some((one) => document.body.textContent?.includes(one))).toBe(true));
});
