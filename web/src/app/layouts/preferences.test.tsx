// What the preferences of an account change on every page.
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { profile } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

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
