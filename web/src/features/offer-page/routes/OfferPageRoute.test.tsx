import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { OfferPage } from "@/lib/api/types";
import { renderApp } from "@/testing/renderApp";
import { on, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const PAGE = "/api/offers/{token}";

function page(change: Partial<OfferPage> = {}): OfferPage {
  return {
    employer_name: "Yunfan",
    job_title: "Backend Engineer",
    position: "Senior Backend Engineer",
    salary: "30k",
    salary_parts: [],
    start_date: null,
    place: "",
    terms: "",
    attachments: [],
    letter_html: "<p>Dear Chen,</p><p>Welcome.</p>",
    status: "viewed",
    expires_at: null,
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

it("requires a typed name to accept", async () => {
  let shown = page();
  const bodies: unknown[] = [];
  const handlers = [
    on("get", PAGE, () => shown),
    on("post", "/api/offers/{token}/accept", ({ body }) => {
      bodies.push(body);
      shown = page({ status: "accepted" });
      return shown;
    }),
  ];
  await renderApp("/offer/secret", { session: null, handlers });
  const accept = await screen.findByRole("button", { name: text("offer-page:accept") });
  expect(await screen.findByText("Dear Chen,")).toBeTruthy();
  await userEvent.click(accept);
  expect(await screen.findByText(text("offer-page:name_required"))).toBeTruthy();
  expect(bodies).toEqual([]);
  await userEvent.type(await screen.findByLabelText(text("offer-page:name")), "  Chen Siyuan ");
  await userEvent.click(accept);
  const outcome = await screen.findByText(text("offer-page:accepted", { organization: "Yunfan" }));
  // The form with the button is removed, and the outcome is shown above the letter.
  await waitFor(() => expect(document.activeElement?.contains(outcome)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(bodies).toEqual([{ name: "Chen Siyuan" }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: text("offer-page:accept") })).toBeNull());
});

it("shows answered and expired offers without an answer form", async () => {
  await renderApp("/offer/secret", { session: null, handlers: [on("get", PAGE, () => page({ status: "expired" }))] });
  expect(await screen.findByText(text("offer-page:expired", { organization: "Yunfan" }))).toBeTruthy();
  expect(screen.queryByLabelText(text("offer-page:name"))).toBeNull();
});

it("shows start date, place and terms beside the letter", async () => {
  const shown = page({ start_date: "2030-03-01", place: "Jakarta", terms: "Three months of probation" });
  await renderApp("/offer/secret", { session: null, handlers: [on("get", PAGE, () => shown)] });
  expect(await screen.findByText("Jakarta")).toBeTruthy();
  expect(screen.getByText("Three months of probation")).toBeTruthy();
  const term = screen.getByText(text("offer-page:start_date"));
  expect(term.nextElementSibling?.textContent).toContain("2030");
});

it("shows the salary breakdown and links the files", async () => {
  const attachments = [{ id: "f1", name: "contract.pdf", size: 2048, created_at: "2030-01-01T09:00:00Z" }];
  const shown = page({ salary_parts: [{ name: "Bonus", amount: "5k" }], attachments });
  await renderApp("/offer/secret", { session: null, handlers: [on("get", PAGE, () => shown)] });
  expect(await screen.findByText("5k")).toBeTruthy();
  const file = screen.getByRole("link", { name: "contract.pdf" });
  expect(file.getAttribute("href")).toBe("/api/offers/secret/attachments/f1");
});

it("shows the error of the last answer only", async () => {
  const user = userEvent.setup();
  const handlers = [
    on("get", PAGE, () => page()),
    on("post", "/api/offers/{token}/accept", () => problem(503, "server.unavailable")),
    on("post", "/api/offers/{token}/decline", () => problem(409, "offer.not_allowed")),
  ];
  await renderApp("/offer/secret", { session: null, handlers });
  await user.type(await screen.findByLabelText(text("offer-page:name")), "Chen Siyuan");
  await user.click(await screen.findByRole("button", { name: text("offer-page:accept") }));
  const first = await screen.findByText(text("errors:server.unavailable"));
  await user.click(await screen.findByRole("button", { name: text("offer-page:decline") }));
  await user.click(await screen.findByRole("button", { name: text("offer-page:decline_confirm") }));
  expect(await screen.findByText(text("errors:offer.not_allowed"))).toBeTruthy();
  expect(first.isConnected).toBe(false);
});
