import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { InboundMessage } from "@/lib/api/types";
import { idOf, job, membership, task } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

const message = (number: number, change: Partial<InboundMessage> = {}): InboundMessage => ({
  id: idOf(900 + number),
  state: "reply",
  kind: "reply",
  sender: "lin@example.com",
  sender_name: "Lin",
  subject: `Interview ${number}`,
  body: `Tuesday ${number}.\n\nHR wrote:\n> When would suit you?`,
  files: 0,
  has_files: false,
  job_title: "Backend Engineer",
  application_id: idOf(301),
  person_id: idOf(501),
  person_name: "Lin Wei",
  person_email: "lin@example.com",
  received_at: "2026-03-02T08:00:00Z",
  ...change,
});

/** A server with these messages, which remembers what it is asked. */
function inboxApi(first: InboundMessage[]) {
  const state = { messages: first, marks: [] as unknown[], answers: [] as { body: string; send_at: string }[] };
  const change = (id: string | undefined, by: Partial<InboundMessage>) => {
    state.messages = state.messages.map((one) => (one.id === id ? { ...one, ...by } : one));
  };
  const find = (id: string | undefined) => state.messages.find((one) => one.id === id) as InboundMessage;
  const unread = (kind: string) =>
    state.messages.filter((one) => one.kind === kind && !one.read_at && !one.done_at).length;
  const handlers = [
    on("get", `${O}/inbound-messages/unread`, () => ({
      reply: unread("reply"),
      bounce: unread("bounce"),
      held: unread("held"),
      automatic: unread("automatic"),
      application_ids: [],
    })),
    on("get", `${O}/inbound-messages`, ({ query }) =>
      paged(
        state.messages.filter(
          ({ kind, done_at }) => kind === query.get("kind") && Boolean(done_at) === (query.get("is_done") === "true"),
        ),
      ),
    ),
    on("get", `${O}/inbound-messages/{message_id}`, ({ params }) => {
      return find(params["message_id"]) ?? problem(404, "email.not_found");
    }),
    on("patch", `${O}/inbound-messages/{message_id}`, ({ params, body }) => {
      const { is_read, is_done } = body as { is_read?: boolean; is_done?: boolean };
      state.marks.push(body);
      const now = "2026-03-02T09:00:00Z";
      if (is_read !== undefined) change(params["message_id"], { read_at: is_read ? now : null });
      if (is_done !== undefined) change(params["message_id"], { done_at: is_done ? now : null });
      return find(params["message_id"]);
    }),
    on("post", `${O}/inbound-messages/{message_id}/answer`, ({ params, body }) => {
      state.answers.push(body as { body: string; send_at: string });
      change(params["message_id"], { answered_at: "2026-03-02T09:00:00Z" });
      return task({ status: "pending" });
    }),
    on("post", `${O}/inbound-messages/{message_id}/job`, ({ params }) => {
      change(params["message_id"], { state: "accepted", kind: null });
      return { batch_id: idOf(801) };
    }),
    on("get", `${O}/tasks/{task_id}`, () => task({ status: "pending" })),
    on("get", `${O}/jobs`, () => paged([job({ id: idOf(7), title: "Data Engineer" })])),
    on("get", `${O}/applications`, () => ({ items: [], total: 0, total_is_estimate: false })),
  ];
  return { state, handlers };
}

const reader = (subject: string) => screen.findByRole("article", { name: subject });

beforeEach(mockElementSize);

it("lists unread replies, reads them with the keyboard and puts them aside with undo", async () => {
  const user = userEvent.setup();
  const { state, handlers } = inboxApi([message(1), message(2)]);
  await renderApp("/inbox", { handlers });
  await screen.findByText("Interview 1");
  expect(await screen.findByText(`${text("inbox:kind.reply")} 2`)).toBeDefined();
  await user.keyboard("j{Enter}");
  expect(await within(await reader("Interview 1")).findByText("Tuesday 1.")).toBeDefined();
  await waitFor(() => expect(state.marks).toEqual([{ is_read: true }]));
  await user.keyboard("{ArrowDown}");
  await reader("Interview 2");
  await waitFor(() => expect(state.marks).toHaveLength(2));
  await user.keyboard("e");
  expect(await screen.findByText(text("inbox:done.done"))).toBeDefined();
  await waitFor(() => expect(screen.queryByText("Interview 2")).toBeNull());
  await reader("Interview 1");
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  expect(await screen.findByText("Interview 2")).toBeDefined();
  expect(state.marks.slice(2)).toEqual([{ is_done: true }, { is_done: false }]);
});

it("answers a reply, and keeps the text when another message is read meanwhile", async () => {
  const user = userEvent.setup();
  const { state, handlers } = inboxApi([message(1), message(2)]);
  await renderApp(`/inbox?id=${idOf(901)}`, { handlers });
  await reader("Interview 1");
  await user.keyboard("r");
  const field = () => screen.findByRole<HTMLTextAreaElement>("textbox");
  await waitFor(async () => expect(document.activeElement).toBe(await field()));
  await user.keyboard("Tuesday it is.");
  await user.click(await screen.findByText("Interview 2"));
  await reader("Interview 2");
  await user.click(await screen.findByText("Interview 1"));
  expect((await field()).value).toBe("Tuesday it is.");
  await user.click(await screen.findByRole("button", { name: text("inbox:answer.send") }));
  await waitFor(() => expect(state.answers.map(({ body }) => body)).toEqual(["Tuesday it is."]));
  expect(await screen.findByRole("button", { name: text("common:action.undo") })).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(await screen.findByText(text("inbox:row.answered"))).toBeDefined();
});

it("gives a held email to a job", async () => {
  const user = userEvent.setup();
  const held = message(1, {
    state: "set_aside",
    kind: "held",
    reason: "job_closed",
    application_id: null,
    files: 1,
    has_files: true,
  });
  const { handlers } = inboxApi([held]);
  await renderApp(`/inbox?kind=held&id=${held.id}`, { handlers });
  const opened = await reader("Interview 1");
  expect(within(opened).getByText(text("inbox:why.job_closed"))).toBeDefined();
  const files = await within(opened).findByRole("link", { name: text("inbox:action.files", { count: 1 }) });
  expect(files.getAttribute("href")).toContain(`/inbound-messages/${held.id}/files`);
  expect(within(opened).queryByRole("button", { name: text("inbox:action.answer") })).toBeNull();
  await user.click(await within(opened).findByRole("combobox", { name: text("inbox:held.job") }));
  await user.click(await screen.findByTitle("Data Engineer"));
  await user.click(await within(opened).findByRole("button", { name: text("inbox:held.give") }));
  expect(await screen.findByText(text("inbox:held.given"))).toBeDefined();
  expect(await screen.findByText(text("inbox:empty.held"))).toBeDefined();
});

it("warns of a reply from another address", async () => {
  const { handlers } = inboxApi([message(1, { person_email: "other@example.com" })]);
  await renderApp(`/inbox?id=${idOf(901)}`, { handlers });
  expect(await screen.findByText(text("inbox:other_address", { email: "other@example.com" }))).toBeDefined();
});

it("says that it couldn't be loaded", async () => {
  const { handlers } = inboxApi([]);
  const failing = on("get", `${O}/inbound-messages`, () => problem(500, "server.internal"));
  await renderApp("/inbox", { handlers: [failing, ...handlers] });
  expect(await screen.findByText(text("errors:server.internal"))).toBeDefined();
});

it("teaches what appears in an empty inbox", async () => {
  await renderApp("/inbox", { handlers: inboxApi([]).handlers });
  expect(await screen.findByText(text("inbox:empty.reply_hint"))).toBeDefined();
  expect(screen.getByText(text("inbox:choose")).closest("[hidden]"), "nothing to choose").not.toBeNull();
});

it("is not in the menu of those who can't write emails", async () => {
  const handlers = [...inboxApi([]).handlers, on("get", `${O}/invitations`, () => paged([]))];
  await renderApp("/welcome", { handlers, membership: membership({ pages: ["pipeline"] }) });
  const menu = within(await screen.findByRole("navigation", { name: text("shell:nav.main") }));
  await menu.findByRole("link", { name: text("shell:nav.pipeline") });
  expect(menu.queryByRole("link", { name: text("shell:nav.inbox") })).toBeNull();
});
