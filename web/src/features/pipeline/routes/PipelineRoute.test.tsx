import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { formatsOf } from "@/i18n/format";
import type { EmailService, MoveResult } from "@/lib/api/types";
import { boardApi, JOB, laneOf as lane, movedNotice, placedApplication } from "@/testing/board";
import { applicationDetail, idOf, task } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";
import { startSkippableTime, waitForLater } from "@/testing/time";

const O = "/api/organizations/{organization_id}";

async function passButton(where: HTMLElement, name: string) {
  const found = await within(where).findByRole("article", { name });
  return within(found).findByRole("button", { name: text("pipeline:card.pass") });
}

beforeEach(mockElementSize);

it("shows a move immediately with its base version", async () => {
  const user = userEvent.setup();
  let respond: (results: MoveResult[]) => void = () => {};
  const api = boardApi(() => new Promise((resolve) => (respond = resolve)));
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: api.handlers });
  await screen.findByRole("article", { name: "Chen Yu" });
  await user.click(await passButton(await lane("online_interview"), "Chen Yu"));
  expect(await within(await lane("onsite_interview")).findByRole("article", { name: "Chen Yu" })).toBeTruthy();
  const before = await lane("online_interview");
  await waitFor(() => expect(within(before).queryByRole("article", { name: "Chen Yu" })).toBeNull());
  await waitFor(() => expect(api.sent).toEqual([{ verb: "mark-passed", items: [{ id: idOf(1), version: 3 }] }]));
  Object.assign(api.cards[0] ?? {}, { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending, version: 4 });
  respond([
    { id: idOf(1), status: "ok", application: placedApplication(1, STAGE.onsite, SUB_STATUS.offerIntentPending, 4) },
  ]);
  expect(await screen.findByText(text("pipeline:done.mark_passed", { count: 1, name: "Chen Yu" }))).toBeTruthy();
});

it("reverts a refused move and names who moved the candidate where", async () => {
  const user = userEvent.setup();
  const api = boardApi(async (ids) => ids.map((id) => ({ id, status: "refused", code: "request.stale" })));
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: api.handlers });
  await screen.findByRole("article", { name: "Chen Yu" });
  await user.click(await passButton(await lane("online_interview"), "Chen Yu"));
  expect(await screen.findByText(movedNotice("Chen Yu"))).toBeTruthy();
  expect(await within(await lane("online_interview")).findByRole("article", { name: "Chen Yu" })).toBeTruthy();
});

it("keeps a second move while the first is answered, and loads the lanes once both are", async () => {
  const user = userEvent.setup();
  const answers = new Map<string, (results: MoveResult[]) => void>();
  const api = boardApi(([id = ""]) => new Promise((resolve) => void answers.set(id, resolve)));
  let loads = 0;
  const counted = http.get("*/jobs/:job_id/board", () => {
    loads += 1;
  });
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: [counted, ...api.handlers] });
  await user.click(await passButton(await lane("online_interview"), "Chen Yu"));
  await user.click(await passButton(await lane("online_interview"), "Wang Wei"));
  await waitFor(() => expect(answers.size).toBe(2));
  const before = loads;
  answers.get(idOf(1))?.([{ id: idOf(1), status: "refused", code: "request.stale" }]);
  // The refused card goes back alone.
  expect(await within(await lane("online_interview")).findByRole("article", { name: "Chen Yu" })).toBeTruthy();
  expect(await within(await lane("onsite_interview")).findByRole("article", { name: "Wang Wei" })).toBeTruthy();
  expect(loads).toBe(before);
  answers.get(idOf(2))?.([{ id: idOf(2), status: "ok" }]);
  await waitFor(() => expect(loads).toBeGreaterThan(before));
});

it("rejects selected candidates only after confirmation", async () => {
  const user = userEvent.setup();
  const api = boardApi(async (ids) => ids.map((id) => ({ id, status: "ok" })));
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: api.handlers });
  for (const name of ["Chen Yu", "Wang Wei"]) {
    await user.click(await screen.findByRole("checkbox", { name: text("pipeline:card.select", { name }) }));
  }
  await user.click(await screen.findByRole("button", { name: text("pipeline:bulk.eliminate", { count: 2 }) }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText(text("review:eliminate.irreversible"))).toBeTruthy();
  expect(await within(dialog).findByText("Chen Yu and Wang Wei")).toBeTruthy();
  expect(api.sent).toEqual([]);
  const letter = await within(dialog).findByRole<HTMLInputElement>("checkbox");
  expect(letter.checked).toBe(true);
  await user.click(letter);
  await user.click(await within(dialog).findByRole("button", { name: text("review:eliminate.confirm", { count: 2 }) }));
  await waitFor(() => expect(api.sent).toMatchObject([{ verb: "eliminate", send_email: false }]));
});

it("keeps the selection and the dialog when an elimination fails", async () => {
  const user = userEvent.setup();
  let isAway = true;
  const api = boardApi(async (ids) => ids.map((id) => ({ id, status: "ok" })));
  const eliminate = http.post("*/applications/eliminate", () => (isAway ? problem(500, "server.internal") : undefined));
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: [eliminate, ...api.handlers] });
  for (const name of ["Chen Yu", "Wang Wei"]) {
    await user.click(await screen.findByRole("checkbox", { name: text("pipeline:card.select", { name }) }));
  }
  await user.click(await screen.findByRole("button", { name: text("pipeline:bulk.eliminate", { count: 2 }) }));
  const dialog = await screen.findByRole("dialog");
  const letter = await within(dialog).findByRole<HTMLInputElement>("checkbox");
  await user.click(letter);
  const confirm = { name: text("review:eliminate.confirm", { count: 2 }) };
  await user.click(await within(dialog).findByRole("button", confirm));
  const why = text("errors:server.internal");
  await screen.findByText(text("pipeline:failed.why", { failed: text("pipeline:failed.eliminate"), why }));
  await screen.findByText(text("pipeline:bulk.selected", { count: 2 }));
  expect(letter.checked).toBe(false);
  isAway = false;
  await user.click(await within(dialog).findByRole("button", confirm));
  await waitFor(() =>
    expect(api.sent).toMatchObject([{ verb: "eliminate", items: [{ id: idOf(1) }, { id: idOf(2) }] }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

/** Checks timeouts from the board, with this result. */
async function checkTimeouts(result: object): Promise<void> {
  await renderApp(`/pipeline?job_id=${JOB.id}`, {
    handlers: [
      ...boardApi(async () => []).handlers,
      on("post", `${O}/check-interview-timeout`, () => ({
        ...task({ kind: "interview.check_timeout" }),
        result: result as never,
      })),
    ],
  });
  await userEvent.click(await screen.findByRole("button", { name: text("pipeline:timeout.action") }));
}

it("checks timeouts manually and shows their number", async () => {
  const counts = { updated_count: 3, online_timeout_count: 2, onsite_timeout_count: 1, warnings_count: 0 };
  await checkTimeouts({ ...counts, job: { updated_count: 1 } });
  const outcome = text("pipeline:timeout.found", { count: 3, online: 2, onsite: 1 });
  const soon = text("pipeline:timeout.here", { count: 1 });
  expect(await screen.findByText(text("pipeline:timeout.and_soon", { outcome, soon }))).toBeDefined();
});

it("leaves the page usable while no worker answers the timeout check", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  const waiting = task({ kind: "interview.check_timeout", status: "pending" });
  let isClosed = false;
  const ended = vi.fn(() => ({ ...waiting, status: "failed" as const }));
  await renderApp(`/pipeline?job_id=${JOB.id}`, {
    handlers: [
      ...boardApi(async () => []).handlers,
      on("post", `${O}/check-interview-timeout`, () => waiting),
      on("get", `${O}/tasks/{task_id}`, () => (isClosed ? ended() : waiting)),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("pipeline:timeout.action") }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(text("pipeline:timeout.progress"));
  await user.click(await within(dialog).findByText(text("common:panel.close")));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  isClosed = true;
  await waitForLater(() => expect(ended).toHaveBeenCalled());
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("shows how many invitations expire within a day", async () => {
  const counts = { updated_count: 0, online_timeout_count: 0, onsite_timeout_count: 0, warnings_count: 2 };
  await checkTimeouts({ ...counts, job: { updated_count: 0 } });
  const [outcome, soon] = [text("pipeline:timeout.none"), text("pipeline:timeout.soon", { count: 2 })];
  expect(await screen.findByText(text("pipeline:timeout.and_soon", { outcome, soon }))).toBeDefined();
});

it("shows a load error for the job instead of an empty board", async () => {
  const user = userEvent.setup();
  const api = boardApi(async () => [], []);
  let isThere = false;
  const answer = () => (isThere ? JOB : problem(404, "job.not_found"));
  await renderApp(`/pipeline?job_id=${JOB.id}`, {
    handlers: [on("get", `${O}/jobs/{job_id}`, answer), ...api.handlers],
  });
  const failed = await screen.findByText(text("pipeline:failed.load"));
  expect(screen.getByText(text("errors:job.not_found"))).toBeTruthy();
  expect(screen.queryByText(text("pipeline:empty.hint"))).toBeNull();
  isThere = true;
  await user.click(await screen.findByRole("button", { name: text("common:action.retry") }));
  await screen.findByText(text("pipeline:empty.text", { job: JOB.title }));
  expect(failed.isConnected).toBe(false);
});

it("shows that email is stopped and resumes it", async () => {
  const user = userEvent.setup();
  let status: EmailService["status"] = "stopped";
  const stopped_at = "2026-03-02T08:00:00Z";
  const service = () => ({ status, failures: 5, queued: 2, reason: "mail.unreachable" as const, stopped_at });
  await renderApp(`/pipeline?job_id=${JOB.id}`, {
    handlers: [
      on("get", `${O}/email-service`, service),
      on("post", `${O}/email-service/start`, () => {
        status = "running";
        return service();
      }),
      ...boardApi(async () => []).handlers,
    ],
  });
  const stopped = await screen.findByText(text("email:service.stopped"));
  const time = formatsOf("en-US", { format: "language", timeZone: null }).dateTime(stopped_at).replace(/\s/gu, " ");
  await screen.findByText(text("email:service.since", { time }), { exact: false });
  await user.click(await screen.findByRole("button", { name: text("email:service.start") }));
  await waitFor(() => expect(stopped.isConnected).toBe(false));
});

it("undoes a move with the resulting version", async () => {
  const user = userEvent.setup();
  const api = boardApi(async (ids) =>
    ids.map((id) => ({
      id,
      status: "ok",
      application: placedApplication(1, STAGE.onsite, SUB_STATUS.offerIntentPending, 4),
    })),
  );
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: api.handlers });
  await screen.findByRole("article", { name: "Chen Yu" });
  await user.click(await passButton(await lane("online_interview"), "Chen Yu"));
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() => expect(api.sent.at(-1)).toEqual({ verb: "take-back", items: [{ id: idOf(1), version: 4 }] }));
  expect(await within(await lane("online_interview")).findByRole("article", { name: "Chen Yu" })).toBeTruthy();
});

it("stars a person from the card and reverts on failure", async () => {
  const user = userEvent.setup();
  const changes: unknown[] = [];
  const api = boardApi(async () => []);
  const keep = on("patch", `${O}/people/{person_id}`, ({ body }) => {
    changes.push(body);
    return problem(403, "permission.denied");
  });
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: [keep, ...api.handlers] });
  const card = await screen.findByRole("article", { name: "Chen Yu" });
  await user.click(await within(card).findByRole("button", { name: text("pipeline:card.star", { name: "Chen Yu" }) }));
  await waitFor(() => expect(changes).toEqual([{ is_in_talent_pool: true }]));
  expect(await screen.findByText(text("errors:permission.denied"))).toBeTruthy();
  const star = () =>
    within(screen.getByRole("article", { name: "Chen Yu" })).getByRole("button", {
      name: text("pipeline:card.star", { name: "Chen Yu" }),
    });
  await waitFor(() => expect(star().getAttribute("aria-pressed")).toBe("false"));
});

it("saves the current filters as a view and opens it", async () => {
  const user = userEvent.setup();
  const views: { id: string; screen: string; name: string; query: string; created_at: string }[] = [];
  const api = boardApi(async () => []);
  const saved = [
    on("get", `${O}/saved-views`, () => paged(views)),
    on("post", `${O}/saved-views`, ({ body }) => {
      const view = { ...(body as (typeof views)[number]), id: idOf(700), created_at: "2026-03-01T08:00:00Z" };
      views.push(view);
      return view;
    }),
  ];
  await renderApp(`/pipeline?job_id=${JOB.id}&sort=waiting&search=Chen`, { handlers: [...saved, ...api.handlers] });
  await screen.findByRole("article", { name: "Chen Yu" });
  await user.click(await screen.findByRole("button", { name: text("common:views.title") }));
  await user.type(await screen.findByLabelText(text("common:views.name")), "Late{Enter}");
  await waitFor(() =>
    expect(views).toMatchObject([{ screen: "pipeline", name: "Late", query: "search=Chen&sort=waiting" }]),
  );
  window.history.replaceState(null, "", `/pipeline?job_id=${JOB.id}`);
  await user.click(await screen.findByRole("button", { name: "Late" }));
  await waitFor(() => expect(window.location.search).toContain("sort=waiting"));
});

it("asks in the panel whether a person with the same address is the same", async () => {
  const user = userEvent.setup();
  const kept: unknown[] = [];
  const ben = { id: idOf(501), name: "Ben Lee", same_email: true, same_phone: false };
  await renderApp(`/pipeline?job_id=${JOB.id}&id=${idOf(1)}`, {
    handlers: [
      on("get", `${O}/applications/{application_id}`, () => applicationDetail({ id: idOf(1) })),
      on("get", `${O}/people/{person_id}/same-contact`, () => paged(kept.length > 0 ? [] : [ben])),
      on("post", `${O}/people/{person_id}/keep-apart`, ({ body }) => {
        kept.push(body);
        return empty();
      }),
      ...boardApi(async () => []).handlers,
    ],
  });
  const question = await screen.findByRole("region", { name: text("review:same_contact.title") });
  await within(question).findByText(text("review:same_contact.email", { name: "Ben Lee" }));
  await user.click(await within(question).findByRole("button", { name: text("review:same_contact.keep") }));
  await waitFor(() => expect(kept).toEqual([{ person_ids: [idOf(501)] }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: text("review:same_contact.title") })).toBeNull());
});
