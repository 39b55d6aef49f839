// Drafts of emails: saved while typing, merged with a colleague's changes, and kept when they are refused.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { OutgoingEmail } from "@/entities/email/queries";
import { BATCH_EMAIL, bodyField, chen, emailApi, emailList, subjectField, wang, written } from "@/testing/emails";
import { email, idOf, task } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";
import { skipTime, startSkippableTime, waitForLater } from "@/testing/time";

const O = "/api/organizations/{organization_id}";

beforeEach(mockElementSize);

it("saves manual text after a pause and cancels a waiting email", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  const kept: unknown[] = [];
  let withdrawn = false;
  const draft = email({ id: idOf(900), application_id: chen.id });
  const waiting = email({
    application_id: wang.id,
    status: "queued",
    subject: "Later",
    send_at: "2036-03-02T08:00:00Z",
  });
  await renderApp(BATCH_EMAIL, {
    handlers: [
      on("post", `${O}/emails/{email_id}/withdraw`, () => {
        withdrawn = true;
        return empty();
      }),
      on("post", `${O}/emails`, ({ body }) => {
        kept.push(body);
        return draft;
      }),
      on("patch", `${O}/emails/{email_id}`, ({ body, params }) => {
        kept.push({ id: params["email_id"], ...(body as object) });
        return draft;
      }),
      on("get", `${O}/emails`, ({ query }) => {
        if (query.get("status") === "queued") return paged(withdrawn ? [] : [waiting]);
        return paged(query.has("application_id") ? [{ ...waiting, status: "draft" as const }] : []);
      }),
      ...emailApi().handlers,
    ],
  });
  const body = await bodyField();
  await user.type(body, "Dear Chen");
  await waitForLater(() => expect(kept).toMatchObject([{ applicationId: chen.id, body: "Dear Chen" }]));
  expect(await screen.findByText(text("email:saved"))).toBeDefined();
  await user.type(body, ",");
  await waitForLater(() => expect(kept[1]).toMatchObject({ id: draft.id, body: "Dear Chen," }));

  await user.click(await screen.findByRole("button", { name: /Wang Wei/ }));
  const subject = await subjectField();
  expect([subject.value, subject.readOnly]).toEqual(["Later", true]);
  await user.click(await screen.findByRole("button", { name: text("email:history.withdraw") }));
  await waitFor(() => expect(subject.readOnly).toBe(false));
  expect(withdrawn).toBe(true);
});

it("keeps both texts after a colleague's change and saves the chosen one", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  const theirs = { ...written, body: "Hello Chen, from a colleague", version: 2 };
  const sent: { version?: number; body?: string }[] = [];
  await renderApp(BATCH_EMAIL, {
    handlers: [
      emailList("draft", () => [written]),
      on("patch", `${O}/emails/{email_id}`, ({ body }) => {
        const change = body as (typeof sent)[number];
        sent.push(change);
        if (change.version === 1) return problem(409, "request.stale", { current: theirs });
        return { ...theirs, body: change.body ?? "", version: 3 };
      }),
      ...emailApi().handlers,
    ],
  });
  const body = await bodyField();
  await waitFor(() => expect(body.value).toBe("Dear Chen"));
  await user.type(body, ", come on Monday");
  await skipTime(1_000);
  const notice = await screen.findByRole("region", { name: text("email:body") });
  expect(await within(notice).findByText(theirs.body)).toBeDefined();
  expect(body.value).toBe("Dear Chen, come on Monday");
  expect(await screen.findByText(text("email:send.in_conflict", { count: 1 }))).toBeDefined();
  await user.click(await within(notice).findByRole("button", { name: text("common:conflict.keep_mine") }));
  await waitForLater(() => expect(sent.at(-1)).toMatchObject({ version: 2, body: "Dear Chen, come on Monday" }));
  expect(await screen.findByText(text("email:saved"))).toBeDefined();
});

it("does not overwrite a colleague's newer draft, shows it, and sends it after confirmation", async () => {
  const user = userEvent.setup();
  const theirs = { ...written, body: "Hello Chen, from a colleague", version: 2 };
  const sent: OutgoingEmail[] = [];
  await renderApp(BATCH_EMAIL, {
    handlers: [
      emailList("draft", () => [written]),
      on("post", `${O}/send-email`, ({ body }) => {
        const [asked] = (body as { emails: OutgoingEmail[] }).emails;
        if (asked) sent.push(asked);
        if (asked?.draftVersion === 1) return problem(409, "request.stale", { current: [theirs] });
        return task({ status: "pending" });
      }),
      ...emailApi().handlers,
    ],
  });
  const body = await bodyField();
  await waitFor(() => expect(body.value).toBe("Dear Chen"));
  const send = text("email:send.button", { count: 1 });
  await user.click(await screen.findByRole("button", { name: send }));
  expect(await screen.findByText(text("email:send.changed", { count: 1, who: "Chen Siyuan" }))).toBeDefined();
  await waitFor(() => expect(body.value).toBe(theirs.body));
  await user.click(await screen.findByRole("button", { name: send }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ draftVersion: 2, body: theirs.body, language: "en" }));
});

it("sends after a running save with the resulting version", async () => {
  const user = userEvent.setup();
  const saves: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent: OutgoingEmail[] = [];
  await renderApp(BATCH_EMAIL, {
    handlers: [
      emailList("draft", () => [written]),
      on("patch", `${O}/emails/{email_id}`, async ({ body }) => {
        const change = body as { body: string };
        saves.push(change.body);
        await answered;
        return { ...written, ...change, version: 2 };
      }),
      on("post", `${O}/send-email`, ({ body }) => {
        sent.push(...(body as { emails: OutgoingEmail[] }).emails);
        return task({ status: "pending" });
      }),
      ...emailApi().handlers,
    ],
  });
  const body = await bodyField();
  await waitFor(() => expect(body.value).toBe("Dear Chen"));
  await user.type(body, "!");
  await waitFor(() => expect(saves).toEqual(["Dear Chen!"]));
  await user.click(await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) }));
  expect(sent).toEqual([]);
  answer();
  await waitFor(() => expect(sent).toMatchObject([{ draftVersion: 2, body: "Dear Chen!" }]));
});

it("keeps typed text as a new draft when a colleague has sent the draft", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  const saves: unknown[] = [];
  let isSent = false;
  await renderApp(BATCH_EMAIL, {
    handlers: [
      on("get", `${O}/emails`, ({ query }) => {
        if (query.has("application_id")) return paged([{ ...written, status: "sent" as const, version: 2 }]);
        return paged(query.get("status") === "draft" && !isSent ? [written] : []);
      }),
      on("patch", `${O}/emails/{email_id}`, ({ body }) => {
        saves.push(body);
        return problem(409, "email.not_draft");
      }),
      on("post", `${O}/emails`, ({ body }) => {
        saves.push(body);
        return { ...written, id: idOf(904), body: "Dear Chen!" };
      }),
      ...emailApi().handlers,
    ],
  });
  const body = await bodyField();
  await waitFor(() => expect(body.value).toBe("Dear Chen"));
  isSent = true;
  await user.type(body, "!");
  await skipTime(1_000);
  const why = text("errors:email.not_draft");
  expect(await screen.findByText(text("email:save_refused", { who: "Chen Siyuan", why }))).toBeDefined();
  await waitForLater(() => expect(saves).toHaveLength(2));
  expect(saves).toMatchObject([
    { version: 1, body: "Dear Chen!" },
    { version: 0, body: "Dear Chen!", applicationId: chen.id },
  ]);
  expect(await screen.findByText(text("email:saved"))).toBeDefined();
  expect(body.value).toBe("Dear Chen!");
});

it("saves a refused draft again only after a change", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  const saves: string[] = [];
  await renderApp(BATCH_EMAIL, {
    handlers: [
      on("post", `${O}/emails`, ({ body }) => {
        saves.push((body as { body: string }).body);
        return problem(422, "request.invalid");
      }),
      ...emailApi().handlers,
    ],
  });
  const body = await bodyField();
  await user.type(body, "A");
  await waitForLater(() => expect(saves).toEqual(["A"]));
  expect(await screen.findByText(text("email:save_failed"))).toBeDefined();
  await skipTime(10_000);
  expect(saves).toEqual(["A"]);
  await user.type(body, "B");
  await waitForLater(() => expect(saves).toEqual(["A", "AB"]));
  expect(body.value).toBe("AB");
});
