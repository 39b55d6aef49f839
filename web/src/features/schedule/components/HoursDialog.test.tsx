import { screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import dayjs from "dayjs";
import type { RequestHandler } from "msw";
import { expect, it } from "vitest";
import { formatsOf } from "@/i18n/format";
import { interviewHours } from "@/testing/fixtures";
import { discard, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

/** Opens the dialog of the hours, which have no calendar. */
async function openHours(...handlers: RequestHandler[]): Promise<UserEvent> {
  const user = userEvent.setup();
  await renderApp("/schedule", {
    handlers: [
      ...handlers,
      on("get", `${O}/interview-schedules`, () => paged([])),
      on("get", `${O}/interview-hours`, () => interviewHours()),
      on("get", `${O}/interview-calendar`, () => ({})),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:hours.action") }));
  return user;
}

it("focuses the time zone first, which is found by city", async () => {
  const user = await openHours();
  const zone = await screen.findByRole("combobox", { name: text("schedule:hours.zone") });
  await waitFor(() => expect(document.activeElement).toBe(zone));
  expect(screen.getByTitle("Shanghai, China · UTC+8")).toBeTruthy();
  await user.keyboard("jakarta");
  expect(await screen.findByTitle("Jakarta · UTC+7")).toBeTruthy();
});

it("asks before closing the dialog discards hours", async () => {
  const user = await openHours();
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
  const user = await openHours();
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

it("adds days off by a calendar and removes them", async () => {
  const sent: unknown[] = [];
  const formats = formatsOf("en-US", { format: "language", timeZone: null });
  const removal = (day: string) => text("schedule:hours.remove_day", { day: formats.date(day) });
  const user = await openHours(
    on("get", `${O}/interview-hours`, () => interviewHours({ holidays: ["2020-10-01"] })),
    on("put", `${O}/interview-hours`, ({ body }) => {
      sent.push(body);
      return body as never;
    }),
  );
  await user.click(await screen.findByLabelText(text("schedule:hours.holidays")));
  const today = dayjs().format("YYYY-MM-DD");
  await user.click(await screen.findByTitle(today));
  await screen.findByRole("button", { name: removal(today) });
  await user.click(await screen.findByRole("button", { name: removal("2020-10-01") }));
  await user.click(await screen.findByRole("button", { name: text("interview:dialog.save") }));
  await waitFor(() => expect(sent).toMatchObject([{ holidays: [today] }]));
});
