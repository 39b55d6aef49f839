import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { text } from "@/testing/texts";

it("starts automatically, runs to the end, asks where to go, and does not reappear", async () => {
  const user = userEvent.setup();
  await renderApp("/guide", { membership: membership({ pages: ["jobs", "dashboard"] }), isTourSeen: false });
  expect(await screen.findByText(text("tour:welcome.title"))).toBeDefined();
  await user.click(await screen.findByRole("button", { name: text("tour:next") }));
  expect(await screen.findByText(text("tour:jobs.text"))).toBeDefined();
  await user.click(await screen.findByRole("button", { name: text("tour:next") }));
  await user.click(await screen.findByRole("button", { name: text("tour:previous") }));
  await user.click(await screen.findByRole("button", { name: text("tour:next") }));
  await user.click(await screen.findByRole("button", { name: text("tour:next") }));
  await user.click(await screen.findByRole("button", { name: text("tour:finish") }));
  expect(await screen.findByRole("dialog", { name: text("tour:go.title") })).toBeDefined();
  expect(localStorage.getItem("bole.tour")).toBe("seen");
});

it("restarts from the guide", async () => {
  const user = userEvent.setup();
  await renderApp("/guide");
  await user.click(await screen.findByRole("button", { name: text("guide:tour_short") }));
  expect(await screen.findByText(text("tour:jobs.text"))).toBeDefined();
  expect(screen.queryByText(text("tour:welcome.title"))).toBeNull();
});
