import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { InterviewCalendar } from "@/lib/api/types";
import { interviewHours } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const CALENDAR = `${O}/interview-calendar` as const;

it("connects a calendar, shows why it could not be read, and disconnects it", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  // During the spinner's exit animation it is part of the button's name.
  const connect = new RegExp(`${text("schedule:calendar.connect")}$`);
  let calendar: InterviewCalendar = {};
  await renderApp("/schedule", {
    handlers: [
      on("get", `${O}/interview-schedules`, () => paged([])),
      on("get", `${O}/interview-hours`, () => interviewHours()),
      on("get", CALENDAR, () => calendar),
      on("put", CALENDAR, ({ body }) => {
        sent.push(body);
        if (sent.length === 1) {
          return problem(422, "request.invalid", { errors: [{ field: "address", code: "field.invalid" }] });
        }
        calendar = { host: "calendar.example.com", failure: "calendar.refused" };
        return calendar;
      }),
      on("delete", CALENDAR, () => {
        calendar = {};
        return empty();
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:hours.action") }));
  await user.type(
    await screen.findByLabelText(text("schedule:calendar.address")),
    "https://calendar.example.com/a.ics",
  );
  await user.click(await screen.findByRole("button", { name: connect }));
  expect(await screen.findByText(text("schedule:calendar.address_invalid"))).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: connect }));
  expect(await screen.findByText(text("schedule:calendar.reason.refused"))).toBeTruthy();
  expect(sent[1]).toEqual({ address: "https://calendar.example.com/a.ics" });
  await user.click(await screen.findByRole("button", { name: text("schedule:calendar.remove") }));
  expect(await screen.findByLabelText(text("schedule:calendar.address"))).toBeTruthy();
});
