import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Schedule, Stage } from "@/lib/api/types";
import { application, idOf, schedule as interview, profile } from "@/testing/fixtures";
import { changingRole, discard, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const SCHEDULES = "/api/organizations/{organization_id}/interview-schedules";
const SCHEDULE = "/api/organizations/{organization_id}/interview-schedules/{schedule_id}";

const AVAILABILITY = "/api/organizations/{organization_id}/interview-availability";

const HOUR_MS = 3_600_000;

/** An interview of half an hour with a candidate. */
function schedule(hoursFromNow: number, change: Partial<Schedule> = {}): Schedule {
  return interview(new Date(Date.now() + hoursFromNow * HOUR_MS).toISOString(), 30, {
    application_id: idOf(701),
    candidate: {
      person_id: idOf(702),
      name: "Chen Siyuan",
      job_id: idOf(100),
      job_title: "Backend Engineer",
      status: STAGE.online,
      sub_status: SUB_STATUS.onlineScheduled,
      is_archived: false,
    },
    version: 3,
    ...change,
  });
}

it("separates upcoming from past interviews and requests the past seven days", async () => {
  const asked: URLSearchParams[] = [];
  const handler = on("get", SCHEDULES, ({ query }) => {
    asked.push(query);
    return paged([schedule(-48, { id: idOf(710) }), schedule(2)]);
  });
  await renderApp("/schedule", { handlers: [handler] });
  const upcoming = await screen.findByRole("region", { name: text("schedule:upcoming") });
  expect(await within(upcoming).findAllByText("Chen Siyuan")).toHaveLength(1);
  const past = await screen.findByRole("region", { name: text("schedule:past") });
  expect(await within(past).findByText(text("schedule:status.needs_outcome"))).toBeTruthy();
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  midnight.setDate(midnight.getDate() - 7);
  expect(asked[0]?.get("from")).toBe(midnight.toISOString());
});

it("shows and accepts days and times in the profile's time zone", async () => {
  const user = userEvent.setup();
  const start = new Date();
  start.setUTCDate(start.getUTCDate() + 2);
  start.setUTCHours(20, 30, 0, 0);
  const row = schedule(0, {
    start_time: start.toISOString(),
    end_time: new Date(start.getTime() + HOUR_MS / 2).toISOString(),
  });
  const asked: (string | null)[] = [];
  await renderApp("/schedule", {
    handlers: [
      on("get", "/api/me/profile", () => profile({ timezone: "Asia/Tokyo", date_format: "day_first" })),
      on("get", SCHEDULES, ({ query }) => {
        asked.push(query.get("from"));
        return paged([row]);
      }),
    ],
  });
  // The next morning in Tokyo, where days begin at 15:00 UTC.
  await user.click(await screen.findByText("05:30–06:00"));
  await waitFor(() => expect(asked.at(-1)).toMatch(/T15:00:00/));
  await user.click(await screen.findByRole("button", { name: text("schedule:action.reschedule") }));
  const [year, month, day] = new Date(start.getTime() + 9 * HOUR_MS).toISOString().slice(0, 10).split("-");
  expect(await screen.findByDisplayValue(`${day}/${month}/${year} 05:30`)).toBeTruthy();
  expect(screen.getByText(text("interview:dialog.zone", { zone: "Tokyo, Japan · UTC+9" }))).toBeTruthy();
});

it("closes with Escape first the dialog, then the panel behind it", async () => {
  const user = userEvent.setup();
  await renderApp("/schedule", { handlers: [on("get", SCHEDULES, () => paged([schedule(0)]))] });
  await user.click(await screen.findByRole("button", { name: /Chen/u }));
  await user.click(await screen.findByRole("button", { name: text("schedule:action.reschedule") }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("complementary")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
});

it("completes an interview and offers next steps", async () => {
  let row = schedule(-2);
  const bodies: unknown[] = [];
  const handlers = [
    on("get", SCHEDULES, () => paged([row])),
    on("patch", SCHEDULE, ({ body }) => {
      bodies.push(body);
      row = {
        ...row,
        version: 4,
        status: "completed",
        candidate: { ...row.candidate, is_archived: false, sub_status: SUB_STATUS.interviewCompleted },
      };
      return row;
    }),
  ];
  await renderApp("/schedule", { handlers });
  const past = await screen.findByRole("region", { name: text("schedule:past") });
  await userEvent.click(await within(past).findByRole("button", { name: text("schedule:action.complete") }));
  expect(await screen.findByRole("button", { name: text("schedule:next.to_onsite") })).toBeTruthy();
  expect(bodies).toEqual([{ version: 3, status: "completed" }]);
});

it("offers only candidates in an interview stage", async () => {
  const user = userEvent.setup();
  const inStage = (id: number, name: string, status: Stage) =>
    application({ id: idOf(id), person: { ...application().person, name }, status });
  const candidates = [
    inStage(801, "Lin Offer", STAGE.offer),
    inStage(802, "Chen Online", STAGE.online),
    inStage(803, "Wang Onsite", STAGE.onsite),
  ];
  await renderApp("/schedule", {
    handlers: [
      on("get", SCHEDULES, () => paged([])),
      on("get", "/api/organizations/{organization_id}/members", () => paged([])),
      on("get", "/api/organizations/{organization_id}/applications", ({ query }) => {
        const items = candidates.filter(({ status }) => status === (query.get("status") ?? status));
        return { items, total: items.length, total_is_estimate: false };
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:action.schedule") }));
  await user.click(await screen.findByRole("combobox", { name: text("interview:dialog.candidate") }));
  await screen.findByTitle(/^Chen Online/);
  await screen.findByTitle(/^Wang Onsite/);
  expect(screen.queryByTitle(/^Lin Offer/)).toBeNull();
});

it("shows why an interview could not be marked", async () => {
  const handlers = [
    on("get", SCHEDULES, () =>
      paged([schedule(-2, { application_id: null, candidate: { name: "Somebody", is_archived: false } })]),
    ),
    on("patch", SCHEDULE, () => problem(409, "schedule.not_linked")),
  ];
  await renderApp("/schedule", { handlers });
  const past = await screen.findByRole("region", { name: text("schedule:past") });
  await userEvent.click(await within(past).findByRole("button", { name: text("schedule:action.no_show") }));
  expect(await screen.findByText(text("errors:schedule.not_linked"))).toBeTruthy();
});

it("shows a load error and retries", async () => {
  let isDown = true;
  const handler = on("get", SCHEDULES, () => (isDown ? problem(403, "permission.denied") : paged([schedule(2)])));
  await renderApp("/schedule", { handlers: [handler] });
  expect(await screen.findByText(new RegExp(text("schedule:failed.load")))).toBeTruthy();
  isDown = false;
  await userEvent.click(await screen.findByRole("button", { name: text("common:action.retry") }));
  expect(await screen.findByText("Chen Siyuan")).toBeTruthy();
});

const notes = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: text("schedule:fact.notes") });
const saveNotes = () => screen.findByRole("button", { name: text("schedule:action.save_notes") });

it("shows a colleague's notes in an untouched box, without offering to overwrite them", async () => {
  const user = userEvent.setup();
  let row = schedule(2);
  await renderApp(`/schedule?id=${row.id}`, {
    handlers: [
      on("get", SCHEDULES, () => paged([row])),
      on("patch", SCHEDULE, () => {
        row = { ...row, version: 5, status: "completed", notes: "Theirs" };
        return row;
      }),
    ],
  });
  expect((await notes()).value).toBe("");
  await user.click(await screen.findByRole("button", { name: text("schedule:action.complete") }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: text("schedule:action.complete") }));
  await waitFor(async () => expect((await notes()).value).toBe("Theirs"));
  expect(screen.queryByRole("button", { name: text("schedule:action.save_notes") })).toBeNull();
});

it("shows a colleague's notes beside one's own instead of overwriting them", async () => {
  const user = userEvent.setup();
  const row = schedule(2);
  const theirs = { ...row, version: 4, notes: "Theirs" };
  const sent: unknown[] = [];
  await renderApp(`/schedule?id=${row.id}`, {
    handlers: [
      on("get", SCHEDULES, () => paged([row])),
      on("patch", SCHEDULE, ({ body }) => {
        sent.push(body);
        return sent.length === 1
          ? problem(409, "request.stale", { current: theirs })
          : { ...theirs, version: 5, notes: "Mine" };
      }),
    ],
  });
  await user.type(await notes(), "Mine");
  await user.click(await saveNotes());
  expect(await screen.findByText("Theirs")).toBeTruthy();
  expect((await notes()).value).toBe("Mine");
  await user.click(await screen.findByRole("button", { name: text("common:conflict.keep_mine") }));
  await user.click(await saveNotes());
  await waitFor(() => expect(sent[1]).toEqual({ version: 4, notes: "Mine" }));
});

it("asks before another interview or closing discards notes, but not for another view", async () => {
  const user = userEvent.setup();
  const rows = [
    schedule(2),
    schedule(3, { id: idOf(711), candidate: { ...schedule(3).candidate, name: "Lin Yue", is_archived: false } }),
  ];
  await renderApp(`/schedule?id=${idOf(700)}`, {
    handlers: [on("get", SCHEDULES, ({ query }) => paged(query.has("to") ? [] : rows))],
  });
  await user.type(await notes(), "Mine");
  await user.click(await screen.findByRole("button", { name: /Lin Yue/u }));
  await keepEditing();
  await user.click(await notes());
  await user.keyboard("{Escape}");
  await keepEditing();
  expect((await notes()).value).toBe("Mine");
  await user.click(await screen.findByText(text("schedule:view.day")));
  await screen.findByRole("button", { name: text("schedule:step.today") });
  expect((await notes()).value).toBe("Mine");
  await user.click(await screen.findByRole("button", { name: text("common:panel.close") }));
  await discard();
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
});

it("asks before Escape discards an interview being moved", async () => {
  const user = userEvent.setup();
  await renderApp(`/schedule?id=${idOf(700)}`, { handlers: [on("get", SCHEDULES, () => paged([schedule(2)]))] });
  await user.click(await screen.findByRole("button", { name: text("schedule:action.reschedule") }));
  const place = await screen.findByRole<HTMLInputElement>("textbox", { name: text("interview:dialog.location") });
  await user.type(place, "Room 3");
  await user.keyboard("{Escape}");
  await keepEditing();
  expect(place.value).toBe("Room 3");
});

it("keeps typed notes read only when the permission is lost", async () => {
  const user = userEvent.setup();
  const role = changingRole();
  await renderApp(`/schedule?id=${idOf(700)}`, {
    handlers: [on("get", SCHEDULES, () => paged([schedule(2)])), role.handler],
  });
  await user.type(await notes(), "Mine");
  role.lose("schedule:edit");
  expect(await screen.findByText(text("common:kept.title"))).toBeTruthy();
  expect((await notes()).value).toBe("Mine");
  expect((await notes()).readOnly).toBe(true);
});

it("books either of two interviewers of one name", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await renderApp("/schedule", {
    handlers: [
      on("get", SCHEDULES, () => paged([schedule(2)])),
      on("patch", SCHEDULE, ({ body }) => {
        sent.push(body);
        return schedule(2, { version: 4 });
      }),
      on("get", "/api/organizations/{organization_id}/interviewers", () =>
        paged([
          { user_id: idOf(901), name: "Li Na" },
          { user_id: idOf(902), name: "Li Na" },
        ]),
      ),
      on("get", "/api/organizations/{organization_id}/members", () => paged([])),
    ],
  });
  await user.click(await screen.findByRole("button", { name: /Chen/u }));
  await user.click(await screen.findByRole("button", { name: text("schedule:action.reschedule") }));
  const interviewer = await screen.findByRole("combobox", { name: text("interview:dialog.interviewer") });
  await user.clear(interviewer);
  await user.type(interviewer, "Li");
  await user.click(await screen.findByTitle("Li Na (2)"));
  await user.click(await screen.findByRole("button", { name: text("interview:dialog.save") }));
  await waitFor(() => expect(sent).toMatchObject([{ interviewer: { user_id: idOf(902), name: "Li Na" } }]));
});

it("asks before an interview is cancelled, or given an outcome before it begins", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  const row = schedule(96);
  await renderApp(`/schedule?id=${row.id}`, {
    handlers: [
      on("get", SCHEDULES, () => paged([row])),
      on("patch", SCHEDULE, ({ body }) => {
        sent.push(body);
        return { ...row, version: 4 };
      }),
    ],
  });
  for (const action of ["action.no_show", "action.complete", "action.cancel"] as const) {
    await user.click(await screen.findByRole("button", { name: text(`schedule:${action}`) }));
    const dialog = await screen.findByRole("dialog");
    await user.click(await within(dialog).findByRole("button", { name: text("schedule:ask.keep") }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(sent).toEqual([]);
  await user.click(await screen.findByRole("button", { name: text("schedule:action.cancel") }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: text("schedule:action.cancel") }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ status: "cancelled" })]));
});

it("offers to undo a cancellation", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  const row = schedule(96);
  await renderApp(`/schedule?id=${row.id}`, {
    handlers: [
      on("get", SCHEDULES, () => paged([row])),
      on("patch", SCHEDULE, ({ body }) => {
        sent.push(body);
        return { ...row, version: 3 + sent.length };
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:action.cancel") }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: text("schedule:action.cancel") }));
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() =>
    expect(sent).toEqual([
      { version: 3, status: "cancelled" },
      { version: 4, status: "scheduled" },
    ]),
  );
});

it("schedules a new time after a no-show with the former interviewer, duration, link and place", async () => {
  const user = userEvent.setup();
  const missed = schedule(-2, {
    status: "no_show",
    candidate: { ...schedule(-2).candidate, is_archived: false, sub_status: SUB_STATUS.noShow },
    interviewer: { user_id: idOf(901), name: "Li Na" },
    location: "Room 3",
    meeting_link: "https://meet.example.com/x",
  });
  const sent: unknown[] = [];
  await renderApp(`/schedule?id=${missed.id}`, {
    handlers: [
      on("get", SCHEDULES, () => paged([missed])),
      on("post", SCHEDULES, ({ body }) => {
        sent.push(body);
        return { ...schedule(24), id: idOf(712) };
      }),
      on("get", "/api/organizations/{organization_id}/interviewers", () =>
        paged([{ user_id: idOf(901), name: "Li Na" }]),
      ),
      on("get", "/api/organizations/{organization_id}/members", () => paged([])),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:next.schedule_again") }));
  await user.click(await screen.findByRole("button", { name: text("interview:dialog.schedule") }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    application_id: missed.application_id,
    interviewer: { user_id: idOf(901), name: "Li Na" },
    location: "Room 3",
    meeting_link: "https://meet.example.com/x",
  });
  expect(sent[0]).not.toHaveProperty("round");
});

it("marks an external booking at a time when the interviewer is busy", async () => {
  const row = schedule(48, { is_conflicting: true });
  await renderApp(`/schedule?id=${row.id}`, { handlers: [on("get", SCHEDULES, () => paged([row]))] });
  expect(await screen.findAllByText(text("schedule:status.conflict"))).not.toHaveLength(0);
  expect(await screen.findByText(text("schedule:conflict", { name: row.interviewer.name ?? "" }))).toBeTruthy();
});

it("says at the link what is wrong with it", async () => {
  const user = userEvent.setup();
  await renderApp(`/schedule?id=${idOf(700)}`, {
    handlers: [
      on("get", SCHEDULES, () => paged([schedule(2)])),
      on("patch", SCHEDULE, () =>
        problem(422, "request.invalid", { errors: [{ field: "meeting_link", code: "field.link_invalid" }] }),
      ),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:action.reschedule") }));
  await user.type(await screen.findByRole("textbox", { name: text("interview:dialog.link") }), "meet.example.com");
  await user.click(await screen.findByRole("button", { name: text("interview:dialog.save") }));
  expect(await screen.findByText(text("errors:field.link_invalid"))).toBeTruthy();
});

it("schedules at the free place that is pressed in the week", async () => {
  await renderApp("/schedule?view=week&day=2030-03-05", { handlers: [on("get", SCHEDULES, () => paged([]))] });
  const days = await screen.findAllByRole("button", { name: new RegExp(text("schedule:slot", { day: "" }).trim()) });
  expect(days).toHaveLength(7);
  // Two hours and a quarter below eight o'clock.
  fireEvent.click(days[1] as HTMLElement, { clientY: 117, detail: 1 });
  const start = await screen.findByLabelText(text("interview:dialog.start"));
  expect((start as HTMLInputElement).value).toMatch(/10:00$/);
});

it("shows the day of both, proposes free times and says who gets an email", async () => {
  const user = userEvent.setup();
  const row = schedule(0, { start_time: "2030-03-05T09:00:00.000Z", end_time: "2030-03-05T09:30:00.000Z" });
  const asked: URLSearchParams[] = [];
  const slot = (from: string, to: string) => ({
    start_time: `2030-03-05T${from}:00Z`,
    end_time: `2030-03-05T${to}:00Z`,
  });
  const sent: unknown[] = [];
  await renderApp(`/schedule?id=${row.id}`, {
    handlers: [
      on("get", SCHEDULES, () => paged([row])),
      on("get", AVAILABILITY, ({ query }) => {
        asked.push(query);
        return {
          interviewer: { busy: [slot("09:15", "10:00")], is_notified: true },
          candidate: { busy: [], is_notified: true },
          is_reversible: true,
          free: [slot("11:00", "11:30")],
        };
      }),
      on("patch", SCHEDULE, ({ body }) => {
        sent.push(body);
        const change = body as Partial<Schedule>;
        return { ...row, ...change, version: 3 + sent.length };
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("schedule:action.reschedule") }));
  const name = row.interviewer.name ?? "";
  expect(await screen.findByText(text("interview:day.clash", { name }))).toBeTruthy();
  expect(screen.getByText(text("interview:mails.internal"))).toBeTruthy();
  expect(asked.at(-1)?.get("schedule_id")).toBe(row.id);
  const free = await screen.findByRole("group", { name: text("interview:day.free") });
  await user.click(await within(free).findByRole("button"));
  expect(await screen.findByText(text("interview:mails.both", { name, undo: 10 }))).toBeTruthy();
  expect(screen.queryByText(text("interview:day.clash", { name }))).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("interview:dialog.save") }));
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() =>
    expect(sent).toEqual([
      { version: 3, start_time: "2030-03-05T11:00:00.000Z", end_time: "2030-03-05T11:30:00.000Z" },
      { version: 4, start_time: "2030-03-05T09:00:00.000Z", end_time: "2030-03-05T09:30:00.000Z" },
    ]),
  );
});
