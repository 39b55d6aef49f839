import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { LANGUAGE_NAMES } from "@/i18n/languages";
import type { Permission, PersonPatch } from "@/lib/api/types";
import { aiEval, applicationDetail, evaluation, idOf, membership, personDetail, task } from "@/testing/fixtures";
import { changingRole, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { empty, ended, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const APPLICATION = applicationDetail();

function candidateApi() {
  let person = personDetail({
    applications: [
      {
        id: APPLICATION.id,
        job_id: APPLICATION.job_id,
        job_title: APPLICATION.job_title,
        status: STAGE.online,
        sub_status: SUB_STATUS.onlineScheduled,
        overall_score: 71,
        version: 1,
        created_at: APPLICATION.created_at,
      },
    ],
  });
  const sent: PersonPatch[] = [];
  const notes: { id: string; text: string; author: { name: string }; created_at: string }[] = [];
  const handlers = [
    on("get", `${O}/people/{person_id}`, () => person),
    on("patch", `${O}/people/{person_id}`, ({ body }) => {
      const patch = body as PersonPatch;
      sent.push(patch);
      if (patch.version !== person.version) return problem(409, "request.stale", { current: person });
      const { version: _, ...changes } = patch;
      person = { ...person, ...(changes as object), version: person.version + 1 };
      return person;
    }),
    on("get", `${O}/people/{person_id}/notes`, () => paged(notes)),
    on("post", `${O}/people/{person_id}/notes`, ({ body }) => {
      const note = {
        id: idOf(900 + notes.length),
        text: (body as { text: string }).text,
        author: { name: "Lin Yue" },
        created_at: "2026-03-02T08:00:00Z",
      };
      notes.unshift(note);
      return note;
    }),
    on("get", `${O}/people/{person_id}/changes`, () => paged([])),
    on("get", `${O}/applications/{application_id}`, () => APPLICATION),
    on("get", `${O}/jobs`, () => paged([])),
  ];
  return {
    sent,
    handlers,
    change: (next: Partial<typeof person>) => {
      person = { ...person, ...next, version: person.version + 1 };
    },
  };
}

const page = `/candidate/${idOf(500)}`;
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(text(`candidate:field.${name}`));
const edit = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole("button", { name: text("candidate:record.edit") }));
const save = () => screen.findByRole("button", { name: text("candidate:record.save") });

it("refuses an invalid address before sending, and sends only changed fields", async () => {
  const user = userEvent.setup();
  const api = candidateApi();
  await renderApp(page, { handlers: api.handlers });
  await edit(user);
  await user.clear(await field("email"));
  await user.type(await field("email"), "chen");
  await user.click(await save());
  expect(await screen.findByText(text("errors:field.email_invalid"))).toBeTruthy();
  expect(api.sent).toEqual([]);
  await user.type(await field("email"), "@yunfan.example");
  await user.click(await save());
  await waitFor(() => expect(api.sent).toEqual([{ email: "chen@yunfan.example", version: 1 }]));
  expect(await screen.findByText("chen@yunfan.example")).toBeTruthy();
});

it("keeps a colleague's concurrent change to another field", async () => {
  const user = userEvent.setup();
  const api = candidateApi();
  await renderApp(page, { handlers: api.handlers });
  await edit(user);
  await user.type(await field("expected_salary"), "30k");
  api.change({ phone: "+86 139 0000 1234" });
  await user.click(await save());
  await waitFor(() => expect(api.sent.at(-1)).toEqual({ expected_salary: "30k", version: 2 }));
  expect(await screen.findByText("+86 139 0000 1234")).toBeTruthy();
});

it("adds a note and shows who wrote it", async () => {
  const user = userEvent.setup();
  const api = candidateApi();
  await renderApp(page, { handlers: api.handlers });
  const notes = await screen.findByRole("region", { name: text("candidate:notes.title") });
  await user.type(await within(notes).findByLabelText(text("candidate:notes.label")), "Clear answers.");
  await user.click(await within(notes).findByRole("button", { name: text("candidate:notes.add") }));
  expect(await within(notes).findByText("Clear answers.")).toBeTruthy();
  const field = await within(notes).findByLabelText<HTMLTextAreaElement>(text("candidate:notes.label"));
  await waitFor(() => expect(field.value).toBe(""));
});

it("asks before a typed note is discarded, and keeps it to be copied when the permission is lost", async () => {
  const user = userEvent.setup();
  const role = changingRole();
  await renderApp(page, { handlers: [...candidateApi().handlers, role.handler] });
  const note = await screen.findByLabelText<HTMLTextAreaElement>(text("candidate:notes.label"));
  await user.type(note, "Clear answers.");
  await user.click(document.querySelector("header a[href='/jobs']") as HTMLElement);
  await keepEditing();
  expect(note.value).toBe("Clear answers.");
  role.lose("pipeline:edit", "ai-review:review", "talent-pool:edit", "schedule:review");
  expect(await screen.findByText(text("common:kept.title"))).toBeTruthy();
  expect([note.value, note.readOnly]).toEqual(["Clear answers.", true]);
});

it("hides salaries and editing from interviewers", async () => {
  const api = candidateApi();
  api.change({ expected_salary: null, current_salary: null });
  const permissions: Permission[] = ["talent-pool:view", "schedule:view", "schedule:review"];
  await renderApp(page, { handlers: api.handlers, membership: membership({ role: "interviewer", permissions }) });
  await screen.findByRole("region", { name: text("candidate:record.title") });
  expect(screen.queryByText(text("candidate:field.expected_salary"))).toBeNull();
  expect(screen.queryByRole("button", { name: text("candidate:record.edit") })).toBeNull();
  expect(await screen.findByLabelText(text("candidate:notes.label"))).toBeTruthy();
});

const REPLY = {
  id: idOf(701),
  state: "reply" as const,
  sender: "chen@example.com",
  sender_name: "Chen",
  subject: "Re: Interview",
  body: "Thursday suits me.",
  files: 0,
  has_files: false,
  application_id: APPLICATION.id,
  received_at: "2026-03-03T08:00:00Z",
};

it("shows emails and asks whether an interrupted one arrived", async () => {
  const user = userEvent.setup();
  const said: unknown[] = [];
  let status: "unknown" | "sent" = "unknown";
  const email = () => ({
    id: idOf(700),
    application_id: APPLICATION.id,
    person_id: idOf(500),
    type: "online_invitation" as const,
    to: "chen@example.com",
    subject: "Interview",
    body: "Dear Chen",
    language: "en" as const,
    status,
    is_captured: false,
    created_at: "2026-03-02T08:00:00Z",
    version: 1,
  });
  await renderApp(page, {
    handlers: [
      ...candidateApi().handlers,
      on("get", `${O}/emails`, () => paged([email()])),
      on("get", `${O}/inbound-messages`, ({ query }) => paged(query.get("application_id") ? [REPLY] : [])),
      on("post", `${O}/emails/{email_id}/resolve`, ({ body }) => {
        said.push(body);
        status = "sent";
        return email();
      }),
    ],
  });
  await user.click(await screen.findByText(text("email:history.title")));
  await user.click(await screen.findByRole("button", { name: text("email:history.arrived") }));
  expect(await screen.findByText(text("email:status.sent"))).toBeTruthy();
  expect(said).toEqual([{ sent: true }]);
  const list = await screen.findByRole("region", { name: text("email:history.title") });
  const entries = await within(list).findAllByRole("listitem");
  expect(entries.map((entry) => entry.textContent?.includes("Thursday suits me."))).toEqual([true, false]);
});

it("says that received emails failed to load, and loads them on retry", async () => {
  const user = userEvent.setup();
  let isAway = true;
  await renderApp(page, {
    handlers: [
      ...candidateApi().handlers,
      on("get", `${O}/emails`, () => paged([])),
      on("get", `${O}/inbound-messages`, () => (isAway ? problem(500, "server.internal") : paged([REPLY]))),
    ],
  });
  await user.click(await screen.findByText(text("email:history.title")));
  const list = await screen.findByRole("region", { name: text("email:history.title") });
  await within(list).findByText(text("email:history.received_failed"));
  expect(within(list).queryByText(text("email:history.none"))).toBeNull();
  isAway = false;
  await user.click(await within(list).findByRole("button", { name: text("common:action.retry") }));
  await within(list).findByText(REPLY.subject);
});

it("deletes a candidate after their name is typed, and leaves the page", async () => {
  const user = userEvent.setup();
  const deleted: string[] = [];
  await renderApp(page, {
    handlers: [
      ...candidateApi().handlers,
      on("delete", `${O}/people/{person_id}`, ({ params }) => {
        deleted.push(params.person_id ?? "");
        return empty();
      }),
      on("get", `${O}/talent-pool`, () => paged([])),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("candidate:delete.open") }));
  const dialog = await screen.findByRole("dialog");
  const confirm = within(dialog).getByRole("button", { name: text("candidate:delete.confirm") });
  expect(confirm).toHaveProperty("disabled", true);
  const name = personDetail().name ?? "";
  const typed = within(dialog).getByLabelText(text("candidate:delete.type_name", { name }));
  await user.type(typed, name.slice(0, -1));
  expect(confirm).toHaveProperty("disabled", true);
  await user.type(typed, name.slice(-1));
  await user.click(confirm);
  await waitFor(() => expect(deleted).toEqual([idOf(500)]));
  await waitFor(() => expect(window.location.pathname).toBe("/talent-pool"));
});

it("offers deletion only to owners and admins", async () => {
  const permissions: Permission[] = ["talent-pool:view", "talent-pool:edit", "pipeline:view", "pipeline:edit"];
  const handlers = candidateApi().handlers;
  await renderApp(page, { handlers, membership: membership({ role: "hr_manager", permissions }) });
  await screen.findByRole("region", { name: text("candidate:record.title") });
  expect(screen.queryByRole("button", { name: text("candidate:delete.open") })).toBeNull();
});

it("blacklists after showing the consequences, and undoes it", async () => {
  const user = userEvent.setup();
  const api = candidateApi();
  api.change({ open_applications: 2 });
  const marks: unknown[] = [];
  const mark = on("patch", `${O}/people/{person_id}`, ({ body }) => {
    marks.push(body);
    api.change({ blacklisted: (body as PersonPatch).blacklisted === true });
    return empty();
  });
  await renderApp(page, { handlers: [mark, ...api.handlers] });
  const press = async (label: string, where: HTMLElement = document.body) =>
    user.click(await within(where).findByRole("button", { name: text(`review:blacklist.${label}`) }));
  await press("confirm");
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(text("review:blacklist.open", { count: 2 }));
  await press("confirm", dialog);
  await waitFor(() => expect(marks).toEqual([{ blacklisted: true, blacklist_reason: "" }]));
  await press("take_back");
  const question = (await screen.findByText(text("review:blacklist.take_back_text"))).closest("[role=dialog]");
  await press("take_back", question as HTMLElement);
  await waitFor(() => expect(marks.at(-1)).toEqual({ blacklisted: false }));
});

it("shows how an old evaluation was made, with its quotations", async () => {
  const user = userEvent.setup();
  const past = evaluation({
    prompt: "Read strictly.",
    ai_eval: aiEval({
      engine: "model",
      spread: { low: 66, high: 74, opinions: 3 },
      dropped_quotes: 2,
      versions: {
        engine: "model/1",
        model: "oracle-2",
        prompt: "2+0a1b2c3d",
        rubric: "model/2 oracle-2",
        reading: "7",
      },
      criteria: [
        {
          id: "c1",
          criterion: "Rust",
          kind: "must",
          weight: 100,
          dimension: "skills_match",
          verdict: "met",
          quote: "Eight years of Rust",
          confidence: 0.9,
        },
      ],
    }),
  });
  const handlers = [
    on("get", `${O}/applications/{application_id}/evaluations`, () => paged([past])),
    ...candidateApi().handlers,
  ];
  await renderApp(page, { handlers });
  await user.click(await screen.findByText(text("candidate:tab.evaluations")));
  await user.click(await screen.findByRole("button", { name: /Backend Engineer/, expanded: false }));
  const versions = await screen.findByRole("region", { name: text("candidate:evaluations.versions.title") });
  for (const version of ["model/1", "oracle-2", "2+0a1b2c3d", "model/2 oracle-2", "7"]) {
    expect(within(versions).getByText(version)).toBeTruthy();
  }
  expect(within(versions).getByText("Read strictly.")).toBeTruthy();
  expect(screen.getByText(/Eight years of Rust/)).toBeTruthy();
  const opinions = text("evaluation:engine.spread", { low: 66, high: 74, opinions: 3 });
  const note = `${text("evaluation:engine.dropped", { count: 2 })} ${opinions}`;
  expect(screen.getByText((content) => content.includes(note))).toBeTruthy();
  expect(screen.getByRole("button", { name: text("evaluation:translate.start") })).toBeTruthy();
});

it("opens quotations of the current resume only, even among files of one name", async () => {
  const user = userEvent.setup();
  const quoting = (id: number, resume: number, quote: string) => {
    const criterion = { id: "c1", criterion: "Rust", kind: "must", dimension: "skills_match", verdict: "met" } as const;
    const criteria = [{ ...criterion, weight: 100, quote, confidence: 0.9 }];
    return evaluation({ id: idOf(id), resume_id: idOf(resume), ai_eval: aiEval({ criteria }) });
  };
  const past = [quoting(801, 450, "Ported it to Rust"), quoting(802, 451, "Wrote a parser")];
  const handlers = [
    on("get", `${O}/applications/{application_id}`, () => applicationDetail({ resume_id: idOf(450) })),
    on("get", `${O}/applications/{application_id}/evaluations`, () => paged(past)),
    ...candidateApi().handlers,
  ];
  await renderApp(page, { handlers });
  await user.click(await screen.findByText(text("candidate:tab.evaluations")));
  for (const closed of await screen.findAllByRole("button", { name: /Backend Engineer/, expanded: false })) {
    await user.click(closed);
  }
  expect(await screen.findByRole("button", { name: /Ported it to Rust/ })).toBeTruthy();
  expect(screen.getByText(/Wrote a parser/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Wrote a parser/ })).toBeNull();
});

it("says why a translation failed and marks the original", async () => {
  const user = userEvent.setup();
  const error = { category: "timeout", message: "ai.timeout", suggestion: "" } as const;
  const handlers = [
    on("get", `${O}/applications/{application_id}/evaluations`, () => paged([evaluation()])),
    on("post", `${O}/translate-text`, () => task({ kind: "text.translate", status: "pending" })),
    on("get", `${O}/tasks/{task_id}/text`, () => ended(task({ kind: "text.translate", status: "failed", error }))),
    ...candidateApi().handlers,
  ];
  await renderApp(page, { handlers });
  await user.click(await screen.findByText(text("candidate:tab.evaluations")));
  await user.click(await screen.findByRole("button", { name: /Backend Engineer/, expanded: false }));
  await user.click(await screen.findByRole("button", { name: text("evaluation:translate.start") }));
  const why = `${text("evaluation:translate.failed")} ${text("evaluate:reason.ai.timeout")}`;
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.getByText(text("evaluation:translate.failed_mark"))).toBeTruthy();
});

it("translates into the interface's language by one press, and into others by the menu", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const handlers = [
    on("get", `${O}/applications/{application_id}/evaluations`, () => paged([evaluation()])),
    on("post", `${O}/translate-text`, ({ body }) => {
      asked.push(body);
      return task({ kind: "text.translate", status: "pending" });
    }),
    on("get", `${O}/tasks/{task_id}/text`, () =>
      ended(task({ kind: "text.translate", status: "completed", result: { translatedText: "Acht Jahre" } as never })),
    ),
    ...candidateApi().handlers,
  ];
  await renderApp(page, { handlers });
  await user.click(await screen.findByText(text("candidate:tab.evaluations")));
  await user.click(await screen.findByRole("button", { name: /Backend Engineer/, expanded: false }));
  await user.click(await screen.findByRole("button", { name: text("evaluation:translate.start") }));
  expect(await screen.findByText("Acht Jahre")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: text("evaluation:translate.others") }));
  const others = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  expect(others).toEqual([LANGUAGE_NAMES["zh-CN"], LANGUAGE_NAMES["id-ID"]]);
  await user.click(await screen.findByRole("menuitem", { name: LANGUAGE_NAMES["id-ID"] }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toMatchObject([{ targetLanguage: "en-US" }, { targetLanguage: "id-ID" }]);
});

it.each([
  ["pending", "work.state.pending"],
  ["processing", "work.state.processing"],
  ["failed", "work.state.failed"],
  ["completed", "work.state.no_data"],
] as const)("shows the state of the work experience analysis: %s", async (status, key) => {
  const detail = applicationDetail({ resume_id: idOf(450), analysis_status: status });
  const handlers = [on("get", `${O}/applications/{application_id}`, () => detail), ...candidateApi().handlers];
  await renderApp(page, { handlers });
  expect(await screen.findByText(text(`evaluation:${key}`))).toBeTruthy();
});

it("analyzes the work experience again and shows the result", async () => {
  const user = userEvent.setup();
  let detail = applicationDetail({ resume_id: idOf(450), analysis_status: "failed" });
  const asked: string[] = [];
  const handlers = [
    on("get", `${O}/applications/{application_id}`, () => detail),
    on("post", `${O}/resumes/{resume_id}/analyze`, ({ params }) => {
      asked.push(params["resume_id"] ?? "");
      const timeline = { gaps: [], overlaps: [], total_months: 78 };
      detail = applicationDetail({ resume_id: idOf(450), analysis_status: "completed", timeline });
      return task({ kind: "resume.analyze", status: "pending" });
    }),
    ...candidateApi().handlers,
  ];
  await renderApp(page, { handlers });
  await user.click(await screen.findByRole("button", { name: text("evaluation:work.state.retry") }));
  expect(await screen.findByText(new RegExp(text("evaluation:work.total", { years: "6.5" })))).toBeTruthy();
  expect(asked).toEqual([idOf(450)]);
});

it("offers no retry for a candidate that no longer exists", async () => {
  await renderApp(page, {
    handlers: [on("get", `${O}/people/{person_id}`, () => problem(404, "person.not_found"))],
  });
  await screen.findByText(text("errors:person.not_found"));
  expect(screen.queryByRole("button", { name: text("common:action.retry") })).toBeNull();
});
