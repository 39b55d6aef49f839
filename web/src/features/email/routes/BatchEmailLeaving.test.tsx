// Leaving the page that writes emails: where the way back leads, and what is said of emails that are about to be sent.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { chen, emailApi, emailList, everyone, written } from "@/testing/emails";
import { job, task } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";
import { skipTime, startSkippableTime, waitForLater } from "@/testing/time";

const O = "/api/organizations/{organization_id}";
const PICKER = `/batch-email?type=online_invitation&job_id=${job().id}`;

const list = () => on("get", `${O}/applications`, () => ({ ...paged(everyone), total_is_estimate: false }));
const sendButton = () => screen.findByRole("button", { name: text("email:send.button", { count: 1 }) });
const backButton = () => screen.findByRole("button", { name: text("email:back") });

/** Sends one email and leaves the page before it is sent. */
async function sendAndLeave(result: () => object) {
  startSkippableTime();
  const user = userEvent.setup();
  const api = emailApi();
  let polls = 0;
  await renderApp(`${PICKER}&ids=${chen.id}`, {
    handlers: [
      on("get", `${O}/tasks/{task_id}`, () => {
        polls += 1;
        return { ...task({ kind: "email.send_request" }), ...result() };
      }),
      emailList("draft", () => [written]),
      list(),
      ...api.handlers,
    ],
  });
  await user.click(await sendButton());
  await screen.findByRole("button", { name: text("email:send.undo") });
  await user.click(await backButton());
  await screen.findByRole("button", { name: text("email:pick.none") });
  return { user, api, polls: () => polls };
}

beforeEach(mockElementSize);

it("offers undo on the next page until the emails are sent", async () => {
  const { user, api, polls } = await sendAndLeave(() => ({ status: "pending" }));
  await screen.findByText(text("email:send.soon", { count: 1 }));
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() => expect(api.state.cancelled).toBe(1));
  await screen.findByText(text("email:send.undone"));
  const left = polls();
  await skipTime(5_000);
  expect(polls()).toBe(left);
});

it("says on the next page that the emails were sent, and which may have been", async () => {
  let status = "pending";
  const results = [
    { applicationId: chen.id, to: "chen@example.com", status: "sent" },
    { applicationId: everyone[1]?.id, to: "wang@example.com", status: "unknown", error: "mail.unknown" },
  ];
  await sendAndLeave(() => ({ status, ...(status === "completed" ? { result: { results } } : {}) }));
  status = "completed";
  await waitForLater(() => expect(screen.getByText(text("email:send.done", { count: 1 }))).toBeDefined());
  const maybe = text("email:send.maybe", { count: 1 });
  expect(screen.getByText((shown) => shown.startsWith(maybe))).toBeDefined();
  expect(screen.queryByText((shown) => shown.startsWith(text("email:send.not_done", { count: 1 })))).toBeNull();
});

it("goes back to the page it was opened from, with its selection", async () => {
  const user = userEvent.setup();
  await renderApp(PICKER, { handlers: [list(), ...emailApi().handlers] });
  await user.click(await screen.findByRole("checkbox", { name: "Chen Siyuan" }));
  await user.click(await screen.findByRole("button", { name: text("email:pick.write", { count: 1 }) }));
  await screen.findByRole("heading", { name: "Chen Siyuan" });
  await user.click(await backButton());
  const chosen = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Chen Siyuan" });
  expect(chosen.checked).toBe(true);
  expect(window.location.search).not.toContain("ids=");
});

it("selects a range of recipients with Shift", async () => {
  const user = userEvent.setup();
  await renderApp(PICKER, { handlers: [list(), ...emailApi().handlers] });
  await user.click(await screen.findByRole("checkbox", { name: "Chen Siyuan" }));
  await user.keyboard("{Shift>}");
  await user.click(await screen.findByRole("checkbox", { name: "Li Na" }));
  await user.keyboard("{/Shift}");
  await screen.findByRole("button", { name: text("email:pick.write", { count: 3 }) });
});

it("names no number where there is nothing to write or send", async () => {
  const wroteAll = everyone.map((one, at) => ({ ...written, id: `${written.id}${at}`, application_id: one.id }));
  await renderApp(`${PICKER}&ids=${everyone.map(({ id }) => id).join(",")}`, {
    handlers: [
      emailList("draft", () => wroteAll),
      list(),
      http.get("*/email-service", () => HttpResponse.json({ status: "running", failures: 0, queued: 0 })),
      ...emailApi().handlers,
    ],
  });
  const write = await screen.findByRole<HTMLButtonElement>("button", { name: text("email:write.done") });
  expect(write.disabled).toBe(true);
});
