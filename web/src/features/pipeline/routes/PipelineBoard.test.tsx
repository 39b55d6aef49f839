// The board besides single moves: next steps, selection, menus, lanes and bulk moves.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import * as level from "@/entities/application/level";
import { ARCHIVED_TO_POOL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import { composition } from "@/entities/email/composition";
import type { MoveResult } from "@/lib/api/types";
import { boardApi, card, JOB, laneOf, movedNotice } from "@/testing/board";
import { applicationDetail, idOf, membership } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ADDRESS = `/pipeline?job_id=${JOB.id}`;

const done = async (ids: string[]): Promise<MoveResult[]> => ids.map((id) => ({ id, status: "ok" }));
const cardOf = (name: string) => screen.findByRole("article", { name });
/** The card's focusable element. */
const groupOf = async (name: string) => (await cardOf(name)).closest<HTMLElement>("[data-card]") as HTMLElement;
const selected = (count: number) => screen.findByText(text("pipeline:bulk.selected", { count }));

beforeEach(mockElementSize);

it("shows one next step as a button, as the server and role allow", async () => {
  const user = userEvent.setup();
  const cards = [
    card(1, "Chen Yu", { sub_status: SUB_STATUS.onlineInvitationPending, next: "send_online_invitation" }),
    card(2, "Wang Wei", { sub_status: SUB_STATUS.onlineInvitationSent, next: "book" }),
    card(3, "Li Na", { sub_status: SUB_STATUS.onlineScheduled, next: "complete_interview" }),
    card(4, "Zhou Min", { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending, next: "prepare_offer" }),
  ];
  const view = await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  const step = async (name: string, label: string) =>
    within(await cardOf(name)).findByRole("button", { name: text(`pipeline:next.${label}`) });
  await step("Wang Wei", "schedule");
  await step("Li Na", "interview");
  await step("Zhou Min", "intent");
  await user.click(await step("Chen Yu", "invite"));
  expect(composition.get()).toEqual({ applicationId: idOf(1), jobId: JOB.id, type: "online_invitation" });
  expect(window.location.pathname).toBe("/pipeline");
  view.unmount();

  const reader = membership({ permissions: ["pipeline:view"], pages: ["pipeline"] });
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers, membership: reader });
  expect(within(await cardOf("Chen Yu")).queryByRole("button", { name: text("pipeline:next.invite") })).toBeNull();
});

it("says on the card that the offer intent was sent, and offers to prepare the offer", async () => {
  const user = userEvent.setup();
  const intended = { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending, next: "prepare_offer" } as const;
  const cards = [
    card(1, "Chen Yu", { ...intended, intent_sent_at: "2026-03-02T08:00:00Z" }),
    card(2, "Wang Wei", intended),
  ];
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  const sent = within(await cardOf("Chen Yu"));
  await sent.findByText(text("review:sub.offer_intent_sent"));
  within(await cardOf("Wang Wei")).getByRole("button", { name: text("pipeline:next.intent") });
  await user.click(await sent.findByRole("button", { name: text("pipeline:next.offer") }));
  await waitFor(() => expect(window.location.pathname).toBe("/offer-workbench"));
});

it("shows a card's flags that need a look, that the built-in engine was used, and that its score isn't comparable", async () => {
  const cards = [
    card(1, "Chen Yu", { flags: ["employment_gap", "prompt_injection"], stood_in: true, differences: ["rubric"] }),
    card(2, "Wang Wei", { flags: ["employment_gap", "thin_resume", "recognized_text"] }),
  ];
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  const flagged = within(await cardOf("Chen Yu"));
  await flagged.findByRole("img", { name: text("evaluation:flag.prompt_injection") });
  const stoodIn = flagged.getByText(text("evaluation:engine.stood_in"));
  expect(stoodIn.title).toBe(text("evaluation:engine.fallback"));
  const older = `${text("evaluation:difference.rubric")}. ${text("evaluation:difference.why")}`;
  flagged.getByRole("img", { name: older });
  const plain = within(await cardOf("Wang Wei"));
  expect(plain.queryByRole("img", { name: older })).toBeNull();
  expect(plain.queryByText(text("evaluation:engine.stood_in"))).toBeNull();
  expect(plain.queryByRole("img", { name: new RegExp(text("evaluation:flag.employment_gap")) })).toBeNull();
});

it("names the marks of all cards by the rubric, which loads once", async () => {
  const criterion = (name: string, kind: "must" | "nice", weight = 50) => ({
    id: name,
    text: name,
    kind,
    weight,
    dimension: "skills_match",
  });
  let requests = 0;
  const rubric = on("get", `${O}/jobs/{job_id}/rubric`, () => {
    requests += 1;
    return {
      criteria: [criterion("Rust", "must"), criterion("Patience", "must", 0), criterion("Kafka", "nice")],
      language: "en-US",
      thresholds: { strongly_recommend: 85, recommend: 70, average: 60 },
      version: "1",
      revision: 1,
      can_assess: true,
    };
  });
  const cards = [
    card(1, "Chen Yu", { strip: "Mp" }),
    card(2, "Wang Wei", { strip: "Nm", status: STAGE.onsite, sub_status: SUB_STATUS.onsiteScheduled }),
    // Evaluated with an earlier rubric.
    card(3, "Li Na", { strip: "M" }),
  ];
  await renderApp(ADDRESS, { handlers: [rubric, ...boardApi(done, cards).handlers] });
  const marksOf = async (name: string) =>
    [...(await cardOf(name)).querySelectorAll<HTMLElement>("[data-mark]")].map(({ dataset }) => dataset["criterion"]);
  await waitFor(async () => expect(await marksOf("Chen Yu")).toEqual(["Rust", "Kafka"]));
  expect(await marksOf("Wang Wei")).toEqual(["Rust", "Kafka"]);
  expect(await marksOf("Li Na")).toEqual([undefined]);
  expect(requests).toBe(1);
});

it("stars by key and menu, and lists the shortcut in the help", async () => {
  const user = userEvent.setup();
  const changes: unknown[] = [];
  const patch = on("patch", `${O}/people/{person_id}`, ({ body }) => {
    changes.push(body);
    return empty();
  });
  await renderApp(ADDRESS, { handlers: [patch, ...boardApi(done).handlers] });
  (await groupOf("Chen Yu")).focus();
  await user.keyboard("s");
  await waitFor(() => expect(changes).toEqual([{ is_in_talent_pool: true }]));
  await user.keyboard("m");
  await user.click(await screen.findByRole("menuitem", { name: text("pipeline:menu.unstar") }));
  await waitFor(() => expect(changes.at(-1)).toEqual({ is_in_talent_pool: false }));
  await user.keyboard("?");
  expect(await screen.findByText(text("pipeline:keys.star"))).toBeTruthy();
});

it("takes single keys as shortcuts only until they are switched off", async () => {
  const user = userEvent.setup();
  const changes: unknown[] = [];
  const patch = on("patch", `${O}/people/{person_id}`, ({ body }) => {
    changes.push(body);
    return empty();
  });
  await renderApp(ADDRESS, { handlers: [patch, ...boardApi(done).handlers] });
  (await groupOf("Chen Yu")).focus();
  await user.keyboard("?");
  await user.click(await screen.findByRole("checkbox", { name: text("common:keyboard.single") }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: text("common:keyboard.single") })).toBeNull());
  (await groupOf("Chen Yu")).focus();
  await user.keyboard("s?");
  expect(screen.queryByRole("checkbox", { name: text("common:keyboard.single") })).toBeNull();
  expect(changes).toEqual([]);
});

it("selects one with Ctrl and a range with Shift", async () => {
  const names = ["Chen Yu", "Wang Wei", "Li Na"];
  const cards = names.map((name, at) => card(at + 1, name));
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  fireEvent.click(await cardOf("Chen Yu"), { ctrlKey: true });
  expect(await selected(1)).toBeTruthy();
  fireEvent.click(await cardOf("Li Na"), { shiftKey: true });
  expect(await selected(3)).toBeTruthy();
  fireEvent.click(await cardOf("Wang Wei"), { ctrlKey: true });
  expect(await selected(2)).toBeTruthy();
  expect(new URLSearchParams(window.location.search).get("id")).toBeNull();
});

it("doesn't keep cards selected in lanes that are hidden", async () => {
  const user = userEvent.setup();
  const offer = { status: STAGE.offer, sub_status: SUB_STATUS.offerSent };
  const cards = [card(1, "Chen Yu"), card(2, "Wang Wei", offer)];
  await renderApp(`${ADDRESS}&lanes=all`, { handlers: boardApi(done, cards).handlers });
  fireEvent.click(await cardOf("Wang Wei"), { ctrlKey: true });
  fireEvent.click(await cardOf("Chen Yu"), { ctrlKey: true });
  await selected(2);
  await user.click(await screen.findByRole("button", { name: text("pipeline:all_lanes") }));
  await selected(1);
  await screen.findByRole("button", { name: text("pipeline:bulk.eliminate", { count: 1 }) });
});

const RECRUITER = membership({
  role: "recruiter",
  pages: ["pipeline", "batch-email"],
  permissions: ["pipeline:view", "pipeline:move", "pipeline:email"],
});

it("eliminates only cards that the role may eliminate", async () => {
  const user = userEvent.setup();
  const declined = { status: STAGE.offer, sub_status: SUB_STATUS.offerDeclined, next: "eliminate" as const };
  const cards = [card(1, "Chen Yu"), card(2, "Wang Wei", declined)];
  const view = await renderApp(`${ADDRESS}&lanes=all`, {
    handlers: boardApi(done, cards).handlers,
    membership: RECRUITER,
  });
  const rejects = within(await cardOf("Wang Wei")).queryByRole("button", { name: text("pipeline:next.reject") });
  expect(rejects).toBeNull();
  fireEvent.click(await cardOf("Wang Wei"), { ctrlKey: true });
  await selected(1);
  const button = (count: number) => ({ name: text("pipeline:bulk.eliminate", { count }) });
  expect(screen.queryByRole("button", button(1))).toBeNull();
  (await groupOf("Wang Wei")).focus();
  await user.keyboard("e");
  fireEvent.click(await cardOf("Chen Yu"), { ctrlKey: true });
  await selected(2);
  await user.click(await screen.findByRole("button", button(1)));
  await screen.findByText(text("review:eliminate.title_one_person", { name: "Chen Yu" }));
  view.unmount();

  await renderApp(`${ADDRESS}&lanes=all`, { handlers: boardApi(done, cards).handlers });
  await within(await cardOf("Wang Wei")).findByRole("button", { name: text("pipeline:next.reject") });
});

it("records only emails that the role may send", async () => {
  const user = userEvent.setup();
  const detail = applicationDetail({ id: idOf(2), status: STAGE.offer, sub_status: SUB_STATUS.offerPreparing });
  const { handlers } = boardApi(done);
  const candidate = [
    on("get", `${O}/applications/{application_id}`, () => detail),
    on("get", `${O}/inbound-messages`, () => paged([])),
  ];
  await renderApp(`${ADDRESS}&id=${detail.id}`, { handlers: [...candidate, ...handlers], membership: RECRUITER });
  await user.click(await screen.findByText(text("email:history.title")));
  await user.click(await screen.findByRole("button", { name: text("email:history.record") }));
  await screen.findByRole("menuitem", { name: text("email:type.rejection") });
  expect(screen.queryByRole("menuitem", { name: text("email:type.offer_sent") })).toBeNull();
});

it("asks before a rejection sent elsewhere is recorded, because it is final", async () => {
  const user = userEvent.setup();
  const detail = applicationDetail({ id: idOf(2), status: STAGE.online, sub_status: SUB_STATUS.onlineScheduled });
  const { handlers } = boardApi(done);
  const recorded: unknown[] = [];
  const candidate = [
    on("get", `${O}/applications/{application_id}`, () => detail),
    on("get", `${O}/inbound-messages`, () => paged([])),
    on("post", `${O}/update-email-tracking`, ({ body }) => {
      recorded.push(body);
      return problem(409, "application.move_not_allowed");
    }),
  ];
  await renderApp(`${ADDRESS}&id=${detail.id}`, { handlers: [...candidate, ...handlers] });
  await user.click(await screen.findByText(text("email:history.title")));
  await user.click(await screen.findByRole("button", { name: text("email:history.record") }));
  await user.click(await screen.findByRole("menuitem", { name: text("email:type.rejection") }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(text("email:history.reject_text"))).toBeDefined();
  expect(recorded).toEqual([]);
  await user.click(await within(dialog).findByRole("button", { name: text("email:history.reject_confirm") }));
  await waitFor(() => expect(recorded).toEqual([{ applicationId: detail.id, emailType: "rejection" }]));
});

it("opens the talent pool and a candidate beside an empty board", async () => {
  const user = userEvent.setup();
  const { handlers } = boardApi(done, []);
  const pool = on("get", `${O}/talent-pool`, () => paged([]));
  const view = await renderApp(ADDRESS, { handlers: [pool, ...handlers] });
  await screen.findByText(text("pipeline:empty.text", { job: JOB.title }));
  await user.click(await screen.findByRole("button", { name: text("pipeline:pool.open") }));
  const panel = await screen.findByRole("complementary", { name: text("pipeline:pool.open") });
  await within(panel).findByText(text("pipeline:pool.empty"));
  view.unmount();
  const candidate = on("get", `${O}/applications/{application_id}`, () => applicationDetail({ id: idOf(1) }));
  await renderApp(`${ADDRESS}&id=${idOf(1)}`, { handlers: [candidate, ...handlers] });
  await screen.findByRole("complementary", { name: "Chen Siyuan" });
});

it("restores an archived candidate to the stage they had, besides recalling them", async () => {
  const user = userEvent.setup();
  const { handlers, sent } = boardApi(done, []);
  const entry = {
    id: idOf(7),
    version: 2,
    person: { id: idOf(500), name: "Chen Siyuan", starred: false, blacklisted: false },
    job_id: JOB.id,
    job_title: JOB.title,
    status: STAGE.onsite,
    sub_status: SUB_STATUS.interviewCompleted,
    archive_reason: ARCHIVED_TO_POOL,
    archived_at: "2026-03-01T08:00:00Z",
  };
  const pool = on("get", `${O}/talent-pool`, () => paged([entry]));
  await renderApp(ADDRESS, { handlers: [pool, ...handlers] });
  await user.click(await screen.findByRole("button", { name: text("pipeline:pool.open") }));
  const panel = await screen.findByRole("complementary", { name: text("pipeline:pool.open") });
  const place = `${text("review:stage.onsite_interview")} · ${text("review:sub.interview_completed")}`;
  const restore = text("pipeline:pool.restore_person", { name: "Chen Siyuan", place });
  await within(panel).findByRole("button", { name: text("pipeline:pool.recall_person", { name: "Chen Siyuan" }) });
  await user.click(await within(panel).findByRole("button", { name: restore }));
  await waitFor(() => expect(sent).toEqual([{ verb: "restore", items: [{ id: idOf(7), version: 2 }] }]));
});

it("marks as failed and sets a status from the context menu", async () => {
  const user = userEvent.setup();
  const changes: unknown[] = [];
  const patch = on("patch", `${O}/applications/{application_id}`, ({ body }) => {
    changes.push(body);
    return { id: idOf(1), version: 4 } as never;
  });
  const api = boardApi(done);
  await renderApp(ADDRESS, { handlers: [patch, ...api.handlers] });
  fireEvent.contextMenu(await cardOf("Chen Yu"));
  await user.hover(await screen.findByText(text("pipeline:menu.set")));
  await user.click(await screen.findByRole("menuitem", { name: text("review:sub.no_show") }));
  await waitFor(() => expect(changes).toEqual([{ version: 3, sub_status: SUB_STATUS.noShow }]));

  fireEvent.contextMenu(await cardOf("Wang Wei"));
  await user.click(await screen.findByRole("menuitem", { name: text("pipeline:menu.fail") }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("checkbox"));
  await user.click(await within(dialog).findByRole("button", { name: text("review:eliminate.confirm", { count: 1 }) }));
  await waitFor(() => expect(api.sent).toMatchObject([{ verb: "eliminate", items: [{ id: idOf(2) }] }]));
});

it("shows how many cards are loaded, loads all, then shows the longest wait", async () => {
  const user = userEvent.setup();
  const cards = Array.from({ length: 60 }, (_, at) => card(at + 1, `Person ${at}`));
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  const partial = await screen.findByText(text("pipeline:partial.loaded", { loaded: 50, remaining: 10 }));
  const online = await laneOf("online_interview");
  const days = Math.floor((Date.now() - Date.parse("2026-03-01T08:00:00Z")) / 86_400_000);
  const oldest = text("pipeline:lane.oldest", { count: days });
  expect(within(online).queryByText(oldest)).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("pipeline:partial.load_all") }));
  await waitFor(() => expect(partial.isConnected).toBe(false));
  expect(await within(online).findByText(oldest)).toBeTruthy();
});

it("shows lane conversion and relevant years", async () => {
  const person = { id: idOf(9), name: "Chen Yu", years: 8 };
  const cards = [
    card(1, "Chen Yu", { person, relevant_years: 5.2 }),
    card(2, "Wang Wei", { person: { ...person, name: "Wang Wei" } }),
  ];
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  await within(await cardOf("Chen Yu")).findByText(text("pipeline:card.years_relevant", { count: 8, relevant: 5.2 }));
  await within(await cardOf("Wang Wei")).findByText(text("pipeline:card.years", { count: 8 }));
  const moved = await within(await laneOf("online_interview")).findByText(
    text("pipeline:lane.conversion", { percent: "25%" }),
  );
  const detail = text("pipeline:lane.conversion_detail", { entered: 8, advanced: 2 });
  expect(screen.queryByText(detail)).toBeNull();
  fireEvent.click(moved);
  expect(moved.getAttribute("aria-expanded")).toBe("true");
  await screen.findByText(detail);
});

it("reports moves by others of the focused candidate only", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const detail = http.get("*/applications/:id", ({ params }) => {
    asked.push(params["id"]);
    const actor = { kind: "person", name: "Zhao Min", user_id: idOf(900) };
    const place = { status: STAGE.onsite, sub_status: SUB_STATUS.noShow };
    return HttpResponse.json({ ...place, version: 4, is_archived: false, history: [{ actor }] });
  });
  const api = boardApi(done);
  await renderApp(ADDRESS, { handlers: [detail, ...api.handlers] });
  await cardOf("Wang Wei");
  (await groupOf("Chen Yu")).focus();
  for (const one of api.cards) Object.assign(one, { status: STAGE.onsite, sub_status: SUB_STATUS.noShow, version: 4 });
  await user.click(await screen.findByRole("button", { name: text("pipeline:refresh.action") }));
  expect(await screen.findByText(movedNotice("Chen Yu"))).toBeTruthy();
  expect(asked).toEqual([idOf(1)]);
});

it("reports a selected candidate that another user moved off the board", async () => {
  const user = userEvent.setup();
  const detail = http.get("*/applications/:id", () => {
    const actor = { kind: "person", name: "Zhao Min", user_id: idOf(900) };
    const place = { status: STAGE.offer, sub_status: SUB_STATUS.offerPreparing };
    return HttpResponse.json({ ...place, version: 4, is_archived: false, history: [{ actor }] });
  });
  const api = boardApi(done);
  await renderApp(ADDRESS, { handlers: [detail, ...api.handlers] });
  fireEvent.click(await cardOf("Chen Yu"), { ctrlKey: true });
  await selected(1);
  Object.assign(api.cards[0] ?? {}, { status: STAGE.offer, sub_status: SUB_STATUS.offerPreparing, version: 4 });
  await user.click(await screen.findByRole("button", { name: text("pipeline:refresh.action") }));
  const notice = text("pipeline:stale.moved", {
    who: "Zhao Min",
    name: "Chen Yu",
    stage: text("review:stage.offer"),
    status: text("review:sub.offer_preparing"),
  });
  expect(await screen.findByText(notice)).toBeTruthy();
});

it("shows offer and onboarding lanes on request, and filters a lane by status", async () => {
  const user = userEvent.setup();
  const cards = [card(1, "Chen Yu"), card(2, "Wang Wei", { sub_status: SUB_STATUS.noShow })];
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  const online = await laneOf("online_interview");
  expect(screen.queryByRole("region", { name: text("review:stage.offer") })).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("pipeline:all_lanes") }));
  await laneOf("offer");
  await laneOf("onboarding");

  const filter = text("pipeline:lane.filter", { lane: text("review:stage.online_interview") });
  await user.click(await within(online).findByRole("combobox", { name: filter }));
  const option = text("pipeline:lane.option", { name: text("review:sub.no_show"), number: 1 });
  await user.click(await screen.findByTitle(option));
  await waitFor(() => expect(within(online).queryByRole("article", { name: "Chen Yu" })).toBeNull());
  expect(await within(online).findByRole("article", { name: "Wang Wei" })).toBeTruthy();
  expect(await within(online).findByText(text("pipeline:lane.of", { shown: 1, all: 2 }))).toBeTruthy();
});

it("marks late candidates", async () => {
  const today = new Date().toISOString();
  const cards = [card(1, "Chen Yu"), card(2, "Wang Wei", { sub_status_since: today })];
  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  const late = async (name: string) => (await cardOf(name)).querySelector("[data-late]")?.getAttribute("data-late");
  expect(await late("Chen Yu")).toBe("true");
  expect(await late("Wang Wei")).toBe("false");
});

it("explains the page without a job, and the next step without candidates", async () => {
  const view = await renderApp("/pipeline", { handlers: [on("get", `${O}/jobs`, () => paged([]))] });
  expect(await screen.findByText(text("pipeline:intro.lead"))).toBeTruthy();
  expect(await screen.findByRole("heading", { name: text("pipeline:intro.track") })).toBeTruthy();
  view.unmount();
  await renderApp(ADDRESS, { handlers: boardApi(done, []).handlers });
  expect(await screen.findByText(text("pipeline:empty.text", { job: JOB.title }))).toBeTruthy();
});

it("shows the job title until it is known that there are no candidates", async () => {
  const api = boardApi(done, []);
  let answer: (response: object) => void = () => {};
  const lanes = on(
    "get",
    `${O}/jobs/{job_id}/lanes`,
    () => new Promise<never>((resolve) => (answer = resolve as never)),
  );
  await renderApp(ADDRESS, { handlers: [lanes, ...api.handlers] });
  const loading = await screen.findByText(text("pipeline:loading", { job: JOB.title }));
  expect(loading.className).not.toBe("visually-hidden");
  answer({ lanes: [], total: 0 });
  await waitFor(() => expect(loading.isConnected).toBe(false));
});

function rectOf(left: number, top: number, width: number, height: number): DOMRect {
  const rect = { left, top, width, height, x: left, y: top, right: left + width, bottom: top + height };
  return { ...rect, toJSON: () => rect };
}

/** Lays out the lanes side by side, 400 px wide, for dnd-kit. */
function placeLanes() {
  const names = [text("review:stage.online_interview"), text("review:stage.onsite_interview")];
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const lane = this.closest("section[aria-label]");
    const at = names.indexOf(lane?.getAttribute("aria-label") ?? "");
    if (at < 0) return rectOf(0, 0, 800, 800);
    return this === lane ? rectOf(at * 400, 0, 400, 800) : rectOf(at * 400 + 10, 100, 380, 148);
  });
}

const live = () => document.querySelector('[id^="DndLiveRegion"]')?.textContent;

/** Drags the card to the lane for on-site interviews by keyboard. */
async function dragToOnsite(user: ReturnType<typeof userEvent.setup>, name: string) {
  placeLanes();
  (await groupOf(name)).focus();
  await user.keyboard(" ");
  await waitFor(() => expect(live()).toBeTruthy());
  await user.keyboard("{ArrowRight}");
  const over = text("pipeline:drag.over", { lane: text("review:stage.onsite_interview") });
  await waitFor(() => expect(live()).toBe(over));
  await user.keyboard(" ");
}

it("keeps the selection when another card is dragged", async () => {
  const user = userEvent.setup();
  const api = boardApi(done);
  await renderApp(ADDRESS, { handlers: api.handlers });
  fireEvent.click(await cardOf("Chen Yu"), { ctrlKey: true });
  await selected(1);
  await dragToOnsite(user, "Wang Wei");
  await screen.findByText(text("pipeline:done.drag", { count: 1, name: "Wang Wei" }));
  expect(await selected(1)).toBeTruthy();
});

it("keeps the selection when its move fails, and clears it after the move", async () => {
  const user = userEvent.setup();
  let isAway = true;
  const drag = http.post("*/applications/drag", () => (isAway ? problem(500, "server.internal") : undefined));
  const api = boardApi(done);
  await renderApp(ADDRESS, { handlers: [drag, ...api.handlers] });
  fireEvent.click(await cardOf("Chen Yu"), { ctrlKey: true });
  fireEvent.click(await cardOf("Wang Wei"), { ctrlKey: true });
  await selected(2);
  await dragToOnsite(user, "Chen Yu");
  const why = text("errors:server.internal");
  await screen.findByText(text("pipeline:failed.why", { failed: text("pipeline:failed.status"), why }));
  const bar = await selected(2);
  isAway = false;
  await user.click(await screen.findByRole("button", { name: text("pipeline:bulk.to_onsite", { count: 2 }) }));
  await screen.findByText(text("pipeline:done.drag", { name: text("review:people", { count: 2 }) }));
  await waitFor(() => expect(bar.isConnected).toBe(false));
});

it("drags all selected cards by keyboard without rendering the other cards", async () => {
  const user = userEvent.setup();
  // Only cards call it, once per render.
  const useLevelName = vi.spyOn(level, "useLevelName");
  const names = ["Chen Yu", "Wang Wei", "Li Na", "Zhou Min"];
  const cards = names.map((name, at) => card(at + 1, name));
  const api = boardApi(done, cards);
  await renderApp(ADDRESS, { handlers: api.handlers });
  fireEvent.click(await cardOf("Chen Yu"), { ctrlKey: true });
  fireEvent.click(await cardOf("Wang Wei"), { ctrlKey: true });
  await selected(2);
  placeLanes();
  (await groupOf("Chen Yu")).focus();
  const before = useLevelName.mock.calls.length;
  expect(before).toBeGreaterThan(0);
  await user.keyboard(" ");
  await waitFor(() => expect(live()).not.toBe(""));
  await user.keyboard("{ArrowRight}");
  const over = text("pipeline:drag.over", { lane: text("review:stage.onsite_interview") });
  await waitFor(() => expect(live()).toBe(over));
  expect(await screen.findByText(text("pipeline:drag.more", { count: 1 }))).toBeTruthy();
  expect(useLevelName).toHaveBeenCalledTimes(before);
  await user.keyboard(" ");
  await waitFor(() =>
    expect(api.sent).toEqual([{ verb: "drag", items: [1, 2].map((id) => ({ id: idOf(id), version: 3 })) }]),
  );
});
