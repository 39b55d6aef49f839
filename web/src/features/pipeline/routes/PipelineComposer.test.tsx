// Emails written over the board: filled in at once, rewritten, sent and undone; those that go out later; addresses.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { RequestHandler } from "msw";
import { beforeEach, expect, it } from "vitest";
import { SUB_STATUS } from "@/entities/application/stages";
import type { Email } from "@/lib/api/types";
import { boardApi, card, JOB } from "@/testing/board";
import { bodyField, chen, emailApi, emailList, subjectField, TEMPLATE, TEXT } from "@/testing/emails";
import { email, idOf, task } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";
import { startSkippableTime, waitForLater } from "@/testing/time";

const O = "/api/organizations/{organization_id}";
const ADDRESS = `/pipeline?job_id=${JOB.id}`;
const CARD = card(1, "Chen Siyuan", {
  id: chen.id,
  sub_status: SUB_STATUS.onlineInvitationPending,
  next: "send_online_invitation",
});

const cardOf = (name: string) => screen.findByRole("article", { name });
const title = () => text("compose:composer.title", { name: "Chen Siyuan" });
const dialog = () => screen.findByText(title());
const isClosed = () => waitFor(() => expect(screen.queryByText(title())).toBeNull());

/** The board of one candidate, whose composer is opened by its key. */
async function compose(...handlers: readonly RequestHandler[]) {
  const user = userEvent.setup();
  const api = emailApi();
  await renderApp(ADDRESS, { handlers: [...handlers, ...api.handlers, ...boardApi(async () => [], [CARD]).handlers] });
  (await cardOf("Chen Siyuan")).closest<HTMLElement>("[data-card]")?.focus();
  await user.keyboard("w");
  await dialog();
  return { user, api };
}

beforeEach(mockElementSize);

it("opens over the board by a key with the template, and sends it by a key", async () => {
  startSkippableTime();
  const { user, api } = await compose(on("get", `${O}/tasks/{task_id}`, () => task({ status: "pending" })));
  const body = await bodyField();
  await waitFor(() => expect(body.value).toBe(TEMPLATE.body));
  expect((await subjectField()).value).toBe(TEMPLATE.subject);
  expect(window.location.pathname).toBe("/pipeline");
  expect(api.state.filled).toMatchObject([{ applicationId: chen.id, emailType: "online_invitation" }]);
  await user.type(body, " Bye");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(api.state.sent).toHaveLength(1));
  expect(api.state.sent[0]?.emails).toMatchObject([{ candidateId: chen.id, to: "chen@example.com" }]);
  expect(api.state.sent[0]?.emails[0]?.body).toContain("Bye");
  await isClosed();
  // The ten seconds go on over the board.
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() => expect(api.state.cancelled).toBe(1));
  await dialog();
});

it("offers undo also after the page was loaded again", async () => {
  startSkippableTime();
  const handlers = [on("get", `${O}/tasks/{task_id}`, () => task({ status: "pending" }))];
  const { user, api } = await compose(...handlers);
  await waitFor(async () => expect((await bodyField()).value).toBe(TEMPLATE.body));
  await user.click(await screen.findByRole("button", { name: text("compose:send") }));
  await isClosed();
  await renderApp(ADDRESS, { handlers: [...handlers, ...api.handlers, ...boardApi(async () => [], [CARD]).handlers] });
  await user.click((await screen.findAllByRole("button", { name: text("common:action.undo") })).at(-1) as HTMLElement);
  await waitFor(() => expect(api.state.cancelled).toBe(1));
});

it("keeps what was typed as a draft when it is closed", async () => {
  const saved: unknown[] = [];
  const { user } = await compose(
    on("post", `${O}/emails`, ({ body }) => {
      saved.push(body);
      return email({ application_id: chen.id });
    }),
  );
  const body = await bodyField();
  await waitFor(() => expect(body.value).toBe(TEMPLATE.body));
  await user.clear(body);
  await user.type(body, "Dear Chen");
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(saved).toMatchObject([{ applicationId: chen.id, body: "Dear Chen" }]));
  await isClosed();
});

it("shows the former text beside the AI's, and takes it again", async () => {
  const { user } = await compose();
  const body = await bodyField();
  await waitFor(() => expect(body.value).toBe(TEMPLATE.body));
  await user.click(await screen.findByRole("button", { name: text("email:write.one") }));
  await waitFor(() => expect(body.value).toBe(TEXT.body));
  const former = within(await screen.findByRole("region", { name: text("compose:former.title") }));
  expect(former.getByText(TEMPLATE.subject)).toBeTruthy();
  await user.click(await former.findByRole("button", { name: text("compose:former.restore") }));
  expect(body.value).toBe(TEMPLATE.body);
  expect(screen.queryByRole("region", { name: text("compose:former.title") })).toBeNull();
});

it("fills in another language, and sends a message without a move", async () => {
  const { user, api } = await compose();
  await waitFor(async () => expect((await bodyField()).value).toBe(TEMPLATE.body));
  await user.click(await screen.findByRole("radio", { name: text("email:language.id") }));
  await waitFor(() => expect(api.state.filled.at(-1)).toMatchObject({ language: "id" }));
  await user.click(await screen.findByRole("combobox", { name: text("email:type.label") }));
  await user.click(await screen.findByText(text("email:type.message")));
  await screen.findByText(text("email:send.message", { count: 1 }));
  expect(screen.queryByRole("button", { name: text("email:write.one") })).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("compose:send") }));
  await waitFor(() => expect(api.state.sent).toHaveLength(1));
  const [sent] = api.state.sent;
  expect(sent?.targetStatus).toBeUndefined();
  expect(sent?.emails[0]).toMatchObject({ emailType: "message" });
  expect(sent?.emails[0]?.currentStatus).toBeUndefined();
});

it("corrects the address in place", async () => {
  const saved: unknown[] = [];
  const { user } = await compose(
    on("patch", `${O}/people/{person_id}`, ({ body }) => {
      saved.push(body);
      return problem(422, "person.email_taken", { errors: [{ field: "email", code: "person.email_taken" }] });
    }),
  );
  await user.click(await screen.findByRole("button", { name: text("compose:address.correct") }));
  const field = await screen.findByRole("textbox", { name: text("compose:address.label") });
  await user.clear(field);
  await user.type(field, "chen.siyuan@example.com{Enter}");
  await screen.findByText(text("errors:person.email_taken"));
  expect(saved).toEqual([{ email: "chen.siyuan@example.com" }]);
});

it("says on the card when its email goes out, instead of the next step", async () => {
  const later = email({ application_id: chen.id, status: "queued", send_at: "2036-03-03T08:00:00Z" });
  await renderApp(ADDRESS, {
    handlers: [
      emailList("queued", () => [later]),
      ...emailApi().handlers,
      ...boardApi(async () => [], [CARD]).handlers,
    ],
  });
  const shown = within(await cardOf("Chen Siyuan"));
  const type = text("email:type.online_invitation");
  await shown.findByTitle((title) => title.startsWith(text("compose:scheduled", { type, when: "" }).trim()));
  expect(shown.queryByRole("button", { name: text("pipeline:next.invite") })).toBeNull();
});

it("lists what goes out later, soonest first, to change or cancel it", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  const [first, second] = ["2036-03-03T08:00:00Z", "2036-03-01T08:00:00Z"].map((send_at, at) =>
    email({ id: idOf(910 + at), person_name: `Person ${at}`, status: "queued", send_at }),
  ) as [Email, Email];
  let waiting = [first, second];
  await renderApp("/scheduled-emails", {
    handlers: [
      on("get", `${O}/emails`, ({ query }) => paged(query.get("status") === "queued" ? waiting : [])),
      on("post", `${O}/emails/{email_id}/withdraw`, ({ params }) => {
        waiting = waiting.filter(({ id }) => id !== params["email_id"]);
        return empty();
      }),
      ...emailApi().handlers,
    ],
  });
  const names = () => screen.getAllByText(/^Person \d · /).map((shown) => shown.textContent?.slice(0, 8));
  await waitForLater(() => expect(names()).toEqual(["Person 1", "Person 0"]));
  expect(screen.getAllByRole("button", { name: text("email:scheduled.edit") })).toHaveLength(2);
  const [cancel] = await screen.findAllByRole("button", { name: text("email:history.withdraw") });
  await user.click(cancel as HTMLElement);
  await waitForLater(() => expect(names()).toEqual(["Person 0"]));
});

it("corrects a refused address where the email failed, and sends it again", async () => {
  const user = userEvent.setup();
  const refused = email({ status: "failed", error: "mail.recipient_refused", to: "chen@exmaple.com" });
  const sent: unknown[] = [];
  await renderApp(ADDRESS, {
    handlers: [
      on("get", `${O}/emails`, ({ query }) => paged(query.get("unsettled") === "true" ? [refused] : [])),
      on("post", `${O}/emails/{email_id}/correct-address`, ({ body }) => {
        sent.push(body);
        return { ...refused, status: "queued" as const };
      }),
      ...emailApi().handlers,
      ...boardApi(async () => [], [CARD]).handlers,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("email:unsettled.review") }));
  await user.click(await screen.findByRole("button", { name: text("compose:address.correct_and_send") }));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: text("compose:address.label") });
  expect(field.value).toBe("chen@exmaple.com");
  await user.clear(field);
  await user.type(field, "chen@example.com{Enter}");
  await screen.findByText(text("compose:address.sent", { to: "chen@example.com" }));
  expect(sent).toEqual([{ to: "chen@example.com" }]);
});
