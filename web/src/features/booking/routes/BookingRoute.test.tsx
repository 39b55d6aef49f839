import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { BookingPage } from "@/lib/api/types";
import { renderApp } from "@/testing/renderApp";
import { empty, on, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const PAGE = "/api/booking/{token}";

const slot = (hour: number) => ({
  start_time: new Date(Date.UTC(2030, 2, 5, hour)).toISOString(),
  end_time: new Date(Date.UTC(2030, 2, 5, hour, 45)).toISOString(),
});

function page(change: Partial<BookingPage> = {}): BookingPage {
  return {
    employer_name: "Yunfan",
    duration_minutes: 45,
    form: "online",
    job_title: "Backend Engineer",
    interviewer_name: "Li Wei",
    time_zone: "Asia/Jakarta",
    is_open: true,
    slots: [slot(2), slot(3)],
    booked: null,
    location: "",
    meeting_link: "",
    ...change,
  };
}

/** jsdom has no modal dialogs. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

it("books the chosen time and shows it", async () => {
  let shown = page();
  const bodies: unknown[] = [];
  const handlers = [
    on("get", PAGE, () => shown),
    on("post", PAGE, ({ body }) => {
      bodies.push(body);
      shown = page({ booked: slot(3), meeting_link: "https://meet.example.com/x" });
      return { booked: slot(3) };
    }),
  ];
  await renderApp("/booking/secret", { session: null, handlers });
  const [, second] = await screen.findAllByRole("radio");
  await userEvent.click(second as HTMLElement);
  await userEvent.click(await screen.findByRole("button", { name: text("booking:book") }));
  const title = await screen.findByRole("heading", { name: text("booking:booked") });
  await waitFor(() => expect(document.activeElement).toBe(title));
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(bodies).toEqual([{ start_time: slot(3).start_time, time_zone }]);
  expect(await screen.findByRole("link", { name: "https://meet.example.com/x" })).toBeTruthy();
});

it("says whose interview it is, how long it takes and where", async () => {
  const shown = page({ logo_url: "/api/booking/secret/logo?v=1", form: "onsite" });
  const { container } = await renderApp("/booking/secret", { session: null, handlers: [on("get", PAGE, () => shown)] });
  expect(await screen.findByText("Yunfan")).toBeTruthy();
  expect(container.querySelector("img")?.getAttribute("src")).toBe(shown.logo_url);
  const length = text("booking:minutes", { count: 45 });
  expect(screen.getByText(`${text("booking:form.onsite")} · ${length}`)).toBeTruthy();
});

it("opens the times by the link to reschedule", async () => {
  const handlers = [on("get", PAGE, () => page({ booked: slot(2) }))];
  await renderApp("/booking/secret?do=move", { session: null, handlers });
  expect(await screen.findAllByRole("radio")).toHaveLength(2);
});

it("asks by the link to cancel", async () => {
  const handlers = [on("get", PAGE, () => page({ booked: slot(2) }))];
  await renderApp("/booking/secret?do=cancel", { session: null, handlers });
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText(text("booking:cancel_text"))).toBeTruthy();
});

it("reports a taken time and shows the free ones", async () => {
  let shown = page();
  const handlers = [
    on("get", PAGE, () => shown),
    on("post", PAGE, () => {
      shown = page({ slots: [slot(3)] });
      return problem(409, "booking.slot_taken");
    }),
  ];
  await renderApp("/booking/secret", { session: null, handlers });
  const [first] = await screen.findAllByRole("radio");
  await userEvent.click(first as HTMLElement);
  await userEvent.click(await screen.findByRole("button", { name: text("booking:book") }));
  expect(await screen.findByText(text("errors:booking.slot_taken"))).toBeTruthy();
  expect(await screen.findAllByRole("radio")).toHaveLength(1);
});

it("moves the focus to the times when a booking is rescheduled", async () => {
  const user = userEvent.setup();
  await renderApp("/booking/secret", { session: null, handlers: [on("get", PAGE, () => page({ booked: slot(2) }))] });
  await user.click(await screen.findByRole("button", { name: text("booking:move") }));
  const title = await screen.findByRole("heading", { name: text("booking:choose") });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

it("shows that a link is invalid", async () => {
  await renderApp("/booking/none", {
    session: null,
    handlers: [on("get", PAGE, () => problem(404, "booking.not_found"))],
  });
  expect(await screen.findByText(text("booking:gone"))).toBeTruthy();
});

it("shows no earlier error beside a cancellation", async () => {
  const user = userEvent.setup();
  let shown = page({ booked: slot(2) });
  const handlers = [
    on("get", PAGE, () => shown),
    on("post", PAGE, () => problem(409, "booking.slot_taken")),
    on("delete", PAGE, () => {
      shown = page();
      return empty();
    }),
  ];
  await renderApp("/booking/secret", { session: null, handlers });
  await user.click(await screen.findByRole("button", { name: text("booking:move") }));
  const [, second] = await screen.findAllByRole("radio");
  await user.click(second as HTMLElement);
  await user.click(await screen.findByRole("button", { name: text("booking:book") }));
  const taken = await screen.findByText(text("errors:booking.slot_taken"));
  await user.click(await screen.findByRole("button", { name: text("booking:cancel") }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: text("booking:cancel") }));
  await screen.findByText(text("booking:cancelled"));
  expect(taken.isConnected).toBe(false);
});
