import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import {
  BATCH_EMAIL,
  bodyField,
  chen,
  emailApi,
  emailList,
  everyone,
  scheduled,
  subjectField,
  TEXT,
  written,
} from "@/testing/emails";
import { applicationDetail, email, idOf, job, task } from "@/testing/fixtures";
import { changingRole, keepEditing } from "@/testing/forms";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";
import { startSkippableTime, waitForLater } from "@/testing/time";

const O = "/api/organizations/{organization_id}";

/** Opens the dialog to edit the scheduled email. */
async function editScheduled(user: UserEvent) {
  await user.click(await screen.findByRole("button", { name: text("email:scheduled.edit") }));
  const dialog = await screen.findByRole("dialog");
  const subject = await within(dialog).findByRole<HTMLInputElement>("textbox", { name: text("email:subject") });
  return { dialog, subject };
}

beforeEach(mockElementSize);

it("writes to all, shows failures and missing addresses, and sends the rest once with undo", async () => {
  const user = userEvent.setup();
  const api = emailApi();
  await renderApp(BATCH_EMAIL, { handlers: api.handlers });
  const candidates = await screen.findByRole("navigation", { name: text("email:candidates") });
  await user.click(await screen.findByRole("button", { name: text("email:write.all", { count: 3 }) }));
  expect(await within(candidates).findByText("The model refused.")).toBeDefined();
  expect(await within(candidates).findByText(text("email:write.by_hand"))).toBeDefined();
  await waitFor(() => expect(within(candidates).getAllByText(text("email:state.ready"))).toHaveLength(2));
  expect(await within(candidates).findByText(text("email:no_address"))).toBeDefined();
  expect(await screen.findByText(text("email:send.without_address", { count: 1 }))).toBeDefined();
  expect(await screen.findByText(text("email:send.without_text", { count: 1 }))).toBeDefined();
  expect(await screen.findByRole("link", { name: "https://cal.example/x" })).toBeDefined();

  await user.click(await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) }));
  await waitFor(() => expect(api.state.sent).toHaveLength(1));
  expect(api.state.sent[0]).toMatchObject({
    targetStatus: STAGE.online,
    emails: [{ to: "chen@example.com", candidateId: chen.id, currentStatus: STAGE.online, ...TEXT }],
  });
  await user.click(await screen.findByRole("button", { name: text("email:send.undo") }));
  await waitFor(() => expect(api.state.cancelled).toBe(1));
  expect(await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) })).toBeDefined();
});

it.each([
  ["last", "en-US", "en", [email({ id: idOf(904), application_id: chen.id, language: "zh", status: "sent" })]],
  ["job", "zh-CN", "zh", []],
] as const)(
  "writes in the job's language, and says that a candidate reads another by the %s",
  async (by, of, written, sent) => {
    const user = userEvent.setup();
    const api = emailApi();
    await renderApp(BATCH_EMAIL, {
      handlers: [
        on("get", `${O}/jobs/{job_id}`, () => job({ language: of })),
        emailList("sent", () => [...sent]),
        ...api.handlers,
      ],
    });
    await screen.findByRole("navigation", { name: text("email:candidates") });
    await user.click(await screen.findByRole("button", { name: text("email:write.all", { count: 3 }) }));
    await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) });
    expect(api.state.written).toMatchObject([{ tasks: everyone.map(() => ({ language: written })) }]);
    const facts = { count: 1, who: chen.person.name ?? "", language: text("email:language.zh") };
    expect(await screen.findByText(text(`letter:other_language.${by}`, facts))).toBeTruthy();
  },
);

it("says nothing of letters in the candidates' language", async () => {
  const user = userEvent.setup();
  let isRead = false;
  await renderApp(BATCH_EMAIL, {
    handlers: [
      on("get", `${O}/emails`, ({ query }) => {
        isRead ||= query.get("status") === "sent";
        return paged([]);
      }),
      ...emailApi().handlers,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("email:write.all", { count: 3 }) }));
  await waitFor(() => expect(isRead).toBe(true));
  await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) });
  expect(screen.queryByText(/Check the language/)).toBeNull();
});

it("leaves ten seconds to undo by the server's clock, however wrong the browser's is", async () => {
  const user = userEvent.setup();
  const api = emailApi();
  const ahead = 3_600_000;
  const service = on("get", `${O}/email-service`, () =>
    HttpResponse.json(
      { status: "running", failures: 0, queued: 0 },
      { headers: { Date: new Date(Date.now() + ahead).toUTCString() } },
    ),
  );
  const drafts = on("get", `${O}/emails`, ({ query }) => paged(query.get("status") === "draft" ? [written] : []));
  await renderApp(BATCH_EMAIL, { handlers: [service, drafts, ...api.handlers] });
  const before = Date.now();
  await user.click(await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) }));
  await waitFor(() => expect(api.state.sent).toHaveLength(1));
  const sendAt = Date.parse(api.state.sent[0]?.send_at ?? "");
  expect(sendAt - ahead).toBeGreaterThanOrEqual(before + 10_000);
  expect(sendAt - ahead).toBeLessThanOrEqual(Date.now() + 11_000);
});

it("keeps offering undo through a failed status request", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  let polls = 0;
  await renderApp(BATCH_EMAIL, {
    handlers: [
      on("get", `${O}/tasks/{task_id}`, () => {
        polls += 1;
        return problem(503, "server.unavailable");
      }),
      emailList("draft", () => [written]),
      on("get", `${O}/applications`, () => ({ ...paged(everyone), total_is_estimate: false })),
      ...emailApi().handlers,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) }));
  await screen.findByRole("button", { name: text("email:send.undo") });
  await waitForLater(() => expect(polls).toBeGreaterThan(1));
  expect(screen.getByRole("button", { name: text("email:send.undo") })).toBeDefined();
});

it("waits for the letters through a failed status request", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  let polls = 0;
  const result = everyone.map(({ id }) => ({ applicationId: id, status: "success", data: TEXT }));
  await renderApp(BATCH_EMAIL, {
    handlers: [
      http.post("*/generate-email-content", () => HttpResponse.json(task({ status: "pending" }), { status: 202 })),
      http.get("*/tasks/:id", () => {
        polls += 1;
        return polls === 1 ? problem(503, "server.unavailable") : HttpResponse.json({ ...task(), result });
      }),
      ...emailApi().handlers,
    ],
  });
  const candidates = await screen.findByRole("navigation", { name: text("email:candidates") });
  await user.click(await screen.findByRole("button", { name: text("email:write.all", { count: 3 }) }));
  await waitForLater(() => expect(within(candidates).getAllByText(text("email:state.ready"))).toHaveLength(3));
  expect(polls).toBe(2);
});

it("invites to the free slots of the chosen interviewer", async () => {
  const user = userEvent.setup();
  const api = emailApi();
  await renderApp(BATCH_EMAIL, { handlers: api.handlers });
  await user.type(await screen.findByRole("combobox", { name: text("email:calendar_link") }), "https://cal.example/y");
  await user.click(await screen.findByRole("combobox", { name: text("email:interviewer") }));
  await user.click(await screen.findByText("Zhao Min"));
  expect(screen.queryByRole("combobox", { name: text("email:calendar_link") })).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("email:write.all", { count: 3 }) }));
  await waitFor(() => expect(api.state.written).toHaveLength(1));
  expect(api.state.written[0]).toMatchObject({ interviewerId: idOf(901), otherVariables: {} });
});

it("inserts a variable at the cursor and supports the keyboard", async () => {
  const user = userEvent.setup();
  await renderApp(BATCH_EMAIL, { handlers: emailApi().handlers });
  const body = await bodyField();
  await user.type(body, "Dear , hello");
  body.setSelectionRange(5, 5);
  await user.click(await screen.findByRole("button", { name: text("email:variable.name") }));
  await waitFor(() => expect(body.value).toBe("Dear Chen Siyuan, hello"));
  // In the text the keys move the cursor.
  await user.keyboard("{Control>}{ArrowDown}{/Control}");
  expect(await screen.findByRole("heading", { name: "Chen Siyuan" })).toBeDefined();
  body.blur();
  await user.keyboard("{Control>}{ArrowDown}{/Control}");
  expect(await screen.findByRole("heading", { name: "Wang Wei" })).toBeDefined();
});

it("names candidates who moved and requests them again", async () => {
  const user = userEvent.setup();
  let hasMoved = false;
  const moved = { ...chen, status: STAGE.offer, sub_status: SUB_STATUS.offerAccepted };
  await renderApp(`/batch-email?type=online_invitation&ids=${chen.id}`, {
    handlers: [
      on("get", `${O}/applications/{application_id}`, () => (hasMoved ? moved : chen)),
      on("post", `${O}/send-email`, () => {
        hasMoved = true;
        const errors = [{ field: "emails.0.candidateId", code: "request.stale" }];
        return problem(409, "request.stale", { errors });
      }),
      ...emailApi().handlers,
    ],
  });
  await user.type(await subjectField(), "Interview");
  await user.type(await bodyField(), "Dear Chen");
  await user.click(await screen.findByRole("button", { name: text("email:send.button", { count: 1 }) }));
  expect(await screen.findByText(text("email:send.moved", { count: 1, who: "Chen Siyuan" }))).toBeDefined();
  expect(await screen.findByText(text("email:send.not_allowed", { count: 1 }))).toBeDefined();
});

it("says that the offer intent was sent before, and what sending it again leads to", async () => {
  const intended = {
    ...chen,
    status: STAGE.onsite,
    sub_status: SUB_STATUS.offerIntentPending,
    intent_sent_at: "2026-03-02T08:00:00Z",
  };
  await renderApp(`/batch-email?type=offer_intent&ids=${chen.id}`, {
    handlers: [
      on("get", `${O}/applications/{application_id}`, () => intended),
      emailList("draft", () => [{ ...written, type: "offer_intent" }]),
      ...emailApi().handlers,
    ],
  });
  const before = text("email:sent_before", { when: "" });
  expect(await screen.findByText((shown) => shown.startsWith(before))).toBeDefined();
  expect(await screen.findByText((shown) => shown.startsWith(text("email:send.intent", { count: 1 })))).toBeDefined();
  expect(screen.queryByText(text("review:sub.offer_intent_pending"))).toBeNull();
});

it("edits a scheduled email and reschedules it in the organization's zone", async () => {
  const user = userEvent.setup();
  const sent: object[] = [];
  let waiting = scheduled;
  await renderApp(BATCH_EMAIL, {
    handlers: [
      emailList("queued", () => [waiting]),
      on("patch", `${O}/emails/{email_id}`, ({ body }) => {
        sent.push(body as object);
        waiting = { ...waiting, ...(body as object), version: 2 };
        return waiting;
      }),
      ...emailApi().handlers,
    ],
  });
  const { dialog, subject } = await editScheduled(user);
  const save = await within(dialog).findByRole("button", { name: text("email:scheduled.save") });
  expect(save).toHaveProperty("disabled", true);
  await user.clear(subject);
  await user.type(subject, "Sooner");
  const when = await within(dialog).findByLabelText<HTMLInputElement>(text("email:later.when"));
  // 08:00 in London is 16:00 in Shanghai.
  expect(when.value).toBe("2036-03-03 16:00");
  await user.clear(when);
  await user.type(when, "2036-03-03 09:30{Enter}");
  await user.click(save);
  await waitFor(() => expect(sent).toEqual([{ version: 1, subject: "Sooner", send_at: "2036-03-03T01:30:00.000Z" }]));
  const shown = await subjectField();
  await waitFor(() => expect(shown.value).toBe("Sooner"));
});

it("lists emails that need attention and retries a failed one", async () => {
  const user = userEvent.setup();
  const retried: unknown[] = [];
  const failed = email({ id: idOf(901), status: "failed", error: "mail.rejected", person_name: "Chen Siyuan" });
  await renderApp(BATCH_EMAIL, {
    handlers: [
      on("post", `${O}/emails/{email_id}/retry`, ({ params }) => {
        retried.push(params["email_id"]);
        return failed;
      }),
      on("get", `${O}/emails`, ({ query }) => paged(query.has("unsettled") ? [failed] : [])),
      ...emailApi().handlers,
    ],
  });
  expect(await screen.findByText(text("email:unsettled.title", { count: 1 }))).toBeDefined();
  await user.click(await screen.findByRole("button", { name: text("email:unsettled.review") }));
  const list = await screen.findByRole("dialog");
  expect(await within(list).findByText(/Chen Siyuan/)).toBeDefined();
  await user.click(await within(list).findByRole("button", { name: text("email:history.retry") }));
  await waitFor(() => expect(retried).toEqual([failed.id]));
});

it("offers only candidates who can receive the email", async () => {
  const onboarded = { ...chen, id: idOf(409), status: STAGE.onboarding, sub_status: SUB_STATUS.onboarded };
  const hired = { ...onboarded, person: { ...chen.person, name: "Lin Yue" } };
  await renderApp(`/batch-email?job_id=${job().id}`, {
    handlers: [
      on("get", `${O}/applications`, () => ({ ...paged([hired, chen]), total_is_estimate: false })),
      ...emailApi().handlers,
    ],
  });
  const refused = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Lin Yue" });
  expect(refused.disabled).toBe(true);
  expect(await screen.findByText(text("email:not_allowed"))).toBeDefined();
  await userEvent.click(await screen.findByRole("checkbox", { name: text("email:pick.all", { count: 1 }) }));
  expect(await screen.findByRole("button", { name: text("email:pick.write", { count: 1 }) })).toBeDefined();
  expect(refused.checked).toBe(false);
});

it("offers a recipient picker without a selection", async () => {
  const user = userEvent.setup();
  await renderApp(`/batch-email?job_id=${job().id}`, {
    handlers: [
      on("get", `${O}/applications`, () => ({ ...paged(everyone), total_is_estimate: false })),
      ...emailApi().handlers,
    ],
  });
  await user.click(await screen.findByRole("checkbox", { name: "Chen Siyuan" }));
  await user.click(await screen.findByRole("button", { name: text("email:pick.write", { count: 1 }) }));
  expect(await screen.findByRole("heading", { name: "Chen Siyuan" })).toBeDefined();
  expect(new URLSearchParams(window.location.search).get("ids")).toBe(chen.id);
});

it("asks before Escape or Back discards changes to a scheduled email", async () => {
  const user = userEvent.setup();
  await renderApp(BATCH_EMAIL, {
    handlers: [emailList("queued", () => [scheduled]), ...emailApi().handlers],
  });
  const { subject } = await editScheduled(user);
  await user.type(subject, "!");
  await user.keyboard("{Escape}");
  await keepEditing();
  await user.click(document.querySelector("header a[href='/jobs']") as HTMLElement);
  await keepEditing();
  expect(subject.value).toBe("Later!");
});

it("keeps typed text read only when the permission is lost, to be copied", async () => {
  const user = userEvent.setup();
  const role = changingRole();
  await renderApp(BATCH_EMAIL, {
    handlers: [
      on("post", `${O}/emails`, () => problem(503, "server.unavailable")),
      role.handler,
      ...emailApi().handlers,
    ],
  });
  const body = await bodyField();
  await user.type(body, "Dear Chen");
  role.lose("pipeline:email", "ai-review:email", "talent-pool:email", "offer-workbench:send");
  expect(await screen.findByText(text("common:kept.title"))).toBeDefined();
  expect([body.value, body.readOnly]).toEqual(["Dear Chen", true]);
  await user.click(await screen.findByRole("button", { name: text("common:kept.copy") }));
  expect(await navigator.clipboard.readText()).toBe(`Chen Siyuan · ${text("email:body")}\nDear Chen`);
});

it("looks up many candidates in their job's list, and again only for events of that job", async () => {
  const many = Array.from({ length: 9 }, (_, at) =>
    applicationDetail({ id: idOf(410 + at), person: { ...chen.person, id: idOf(510 + at), name: `Person ${at}` } }),
  );
  const archived = many[8] ?? chen;
  let write = (_text: string) => {};
  const send = (type: string, jobId: string) =>
    write(`event: ${type}\ndata: ${JSON.stringify({ job_id: jobId, ids: [idOf(1)] })}\n\n`);
  const asked: string[] = [];
  await renderApp(`/batch-email?type=rejection&job_id=${job().id}&ids=${many.map(({ id }) => id).join(",")}`, {
    handlers: [
      http.get("*/api/organizations/:organization_id/events", () => {
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => {
            write = (text) => stream.enqueue(new TextEncoder().encode(text));
          },
        });
        return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
      }),
      on("get", `${O}/applications`, ({ query }) => {
        if (query.get("job_id") === job().id) asked.push("list");
        return { ...paged(many.filter((one) => one !== archived)), total_is_estimate: false };
      }),
      on("get", `${O}/applications/{application_id}`, ({ params }) => {
        asked.push(params["application_id"] ?? "");
        return many.find(({ id }) => id === params["application_id"]) ?? chen;
      }),
      on("get", `${O}/batches`, () => {
        asked.push("batches");
        return paged([]);
      }),
      ...emailApi().handlers,
    ],
  });
  const candidates = await screen.findByRole("navigation", { name: text("email:candidates") });
  await within(candidates).findByText("Person 8");
  const lists = () => asked.filter((one) => one === "list").length;
  expect(lists()).toBe(1);
  // The opened one is also shown with its details.
  const single = new Set(asked.filter((one) => one !== "list" && one !== "batches"));
  expect(single).toEqual(new Set([many[0]?.id, archived.id]));
  // The first connection asks for everything once more.
  write(": connected\n\n");
  await waitFor(() => expect(lists()).toBe(2));
  asked.length = 0;
  send("application.changed", idOf(7));
  send("batch.changed", idOf(7));
  await waitFor(() => expect(asked).toContain("batches"));
  expect(lists()).toBe(0);
  send("application.changed", job().id);
  await waitFor(() => expect(lists()).toBe(1));
});
