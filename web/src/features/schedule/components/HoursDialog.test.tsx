import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { discard, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const HOURS = {
  time_zone: "Asia/Shanghai",
  weekly: [],
  holidays: [],
  slot_minutes: 45,
  buffer_minutes: 15,
  notice_hours: 12,
};

it("focuses the time zone first, which is found by city", async () => {
  const user = userEvent.setup();
  await renderApp("/schedule", {
    handlers: [
      on("get", `${O}/interview-schedules`, () => paged([])),
      on("get", `${O}/interview-hours`, () => HOURS),
      on("get", `${O}/interview-calendar`, () => ({})),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:hours.action") }));
  const zone = await screen.findByRole("combobox", { name: text("schedule:hours.zone") });
  await waitFor(() => expect(document.activeElement).toBe(zone));
  expect(screen.getByTitle("Shanghai, China · UTC+8")).toBeTruthy();
  await user.keyboard("jakarta");
  expect(await screen.findByTitle("Jakarta · UTC+7")).toBeTruthy();
});

it("asks before closing the dialog discards hours", async () => {
  const user = userEvent.setup();
  await renderApp("/schedule", {
    handlers: [
      on("get", `${O}/interview-schedules`, () => paged([])),
      on("get", `${O}/interview-hours`, () => HOURS),
      on("get", `${O}/interview-calendar`, () => ({})),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:hours.action") }));
  const place = await screen.findByLabelText<HTMLInputElement>(text("schedule:fact.location"));
  await user.type(place, "Room 3");
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await keepEditing();
  expect(place.value).toBe("Room 3");
  await user.click(await screen.findByRole("button", { name: text("interview:dialog.cancel") }));
  await discard();
  await waitFor(() => expect(place.isConnected).toBe(false));
});

it("asks before closing the dialog discards a typed calendar address", async () => {
  const user = userEvent.setup();
  await renderApp("/schedule", {
    handlers: [
      on("get", `${O}/interview-schedules`, () => paged([])),
      on("get", `${O}/interview-hours`, () => HOURS),
      on("get", `${O}/interview-calendar`, () => ({})),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:hours.action") }));
  const address = await screen.findByLabelText<HTMLInputElement>(text("schedule:calendar.address"));
  await user.type(address, "https://a");
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await keepEditing();
  expect(address.value).toBe("https://a");

  // One question covers the hours and the address.
  await user.type(await screen.findByLabelText(text("schedule:fact.location")), "R");
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await discard();
  await waitFor(() => expect(address.isConnected).toBe(false));
});
