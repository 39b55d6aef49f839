// What the board says about numbers and names while its lanes load or fail, and where the focus is after a card moved.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { MoveResult } from "@/lib/api/types";
import { boardApi, card, JOB, laneOf } from "@/testing/board";
import { applicationDetail, idOf } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ADDRESS = `/pipeline?job_id=${JOB.id}`;

const done = async (ids: string[]): Promise<MoveResult[]> => ids.map((id) => ({ id, status: "ok" }));
const groupOf = async (name: string) =>
  (await screen.findByRole("article", { name })).closest<HTMLElement>("[data-card]") as HTMLElement;
const focusedCard = () => document.activeElement?.getAttribute("data-card");

beforeEach(mockElementSize);

/** Something that waits until `open` is called. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it("refreshes the board without covering it", async () => {
  const user = userEvent.setup();
  await renderApp(`/pipeline?job_id=${JOB.id}`, { handlers: boardApi(async () => []).handlers });
  await screen.findByRole("article", { name: "Chen Yu" });
  await user.click(await screen.findByRole("button", { name: text("pipeline:refresh.action") }));
  expect(await screen.findByText(text("pipeline:refresh.done"))).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("names the job until the first cards are there", async () => {
  const { open, opened } = gate();
  const lanes = http.get("*/jobs/:job_id/board", async () => {
    await opened;
  });
  await renderApp(ADDRESS, { handlers: [lanes, ...boardApi(done).handlers] });
  const loading = await screen.findByText(text("pipeline:loading", { job: JOB.title }));
  // The counts are there before the cards.
  await within(await laneOf("online_interview")).findByText(text("pipeline:lane.count", { count: 2 }));
  expect(loading.isConnected).toBe(true);
  open();
  await groupOf("Chen Yu");
  await waitFor(() => expect(loading.isConnected).toBe(false));
});

it("counts what a search found only once it is loaded", async () => {
  const user = userEvent.setup();
  const { open, opened } = gate();
  const lanes = http.get("*/jobs/:job_id/board", async ({ request }) => {
    if (new URL(request.url).searchParams.has("search")) await opened;
  });
  const many = Array.from({ length: 60 }, (_, at) => card(at + 1, at === 0 ? "Chen Yu" : `Person ${at}`));
  await renderApp(ADDRESS, { handlers: [lanes, ...boardApi(done, many).handlers] });
  const online = within(await laneOf("online_interview"));
  const partial = await screen.findByText(text("pipeline:partial.loaded", { loaded: 50, remaining: 10 }));
  await user.type(await screen.findByRole("textbox", { name: text("pipeline:search") }), "Chen");
  await waitFor(() => expect(partial.isConnected).toBe(false));
  expect(online.getByText(text("pipeline:lane.count", { count: 60 }))).toBeTruthy();
  expect(screen.queryByText(/loaded/)).toBeNull();
  open();
  await online.findByText(text("pipeline:lane.of", { shown: 1, all: 60 }));
});

it("counts nothing over a lane that failed, and says what failed", async () => {
  const user = userEvent.setup();
  let isAway = true;
  const lanes = http.get("*/jobs/:job_id/board", () => (isAway ? problem(500, "server.internal") : undefined));
  await renderApp(`${ADDRESS}&search=Chen`, { handlers: [lanes, ...boardApi(done).handlers] });
  const online = within(await laneOf("online_interview"));
  await online.findByText(text("pipeline:failed.load"));
  expect(online.queryByText(/^\d+( of \d+)?$/)).toBeNull();
  isAway = false;
  await user.click(await online.findByRole("button", { name: text("common:action.retry") }));
  await online.findByText(text("pipeline:lane.of", { shown: 1, all: 2 }));
});

it("keeps the focus on a card that moves to another lane, and gives it to the next when one leaves", async () => {
  const user = userEvent.setup();
  const cards = ["Chen Yu", "Wang Wei", "Li Na"].map((name, at) => card(at + 1, name));
  const [chen] = cards;
  const api = boardApi((ids) => {
    if (ids[0] === chen?.id) Object.assign(chen ?? {}, { status: STAGE.onsite });
    else cards.splice(1, 1);
    return done(ids);
  }, cards);
  await renderApp(ADDRESS, { handlers: api.handlers });
  (await groupOf("Chen Yu")).focus();
  await user.keyboard("m");
  await user.click(await screen.findByRole("menuitem", { name: text("pipeline:menu.to_onsite") }));
  await within(await laneOf("onsite_interview")).findByRole("article", { name: "Chen Yu" });
  await waitFor(() => expect(focusedCard()).toBe(idOf(1)));

  (await groupOf("Wang Wei")).focus();
  await user.keyboard("m");
  await user.hover(await screen.findByText(text("pipeline:menu.archive")));
  await user.click(await screen.findByRole("menuitem", { name: text("review:archive.other") }));
  await waitFor(() => expect(screen.queryByRole("article", { name: "Wang Wei" })).toBeNull());
  await waitFor(() => expect(focusedCard()).toBe(idOf(3)));
});

it("returns the focus to the card when the panel is closed from inside", async () => {
  const user = userEvent.setup();
  const detail = applicationDetail({ id: idOf(1) });
  const panel = [on("get", `${O}/applications/{application_id}`, () => detail)];
  await renderApp(ADDRESS, { handlers: [...panel, ...boardApi(done).handlers] });
  const group = await groupOf("Chen Yu");
  group.focus();
  await user.keyboard("{Enter}");
  (await screen.findByRole("button", { name: text("common:panel.close") })).focus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.querySelector("[data-side-panel]")).toBeNull());
  expect(document.activeElement).toBe(group);
});

it("opens an offer from the menu, which the keyboard reaches", async () => {
  const user = userEvent.setup();
  const offer = card(1, "Chen Yu", { status: STAGE.offer, sub_status: SUB_STATUS.offerSent, next: "accept_offer" });
  await renderApp(`${ADDRESS}&lanes=all`, { handlers: boardApi(done, [offer]).handlers });
  (await groupOf("Chen Yu")).focus();
  await user.keyboard("m");
  await user.click(await screen.findByRole("menuitem", { name: text("pipeline:next.offer") }));
  await waitFor(() => expect(window.location.pathname).toBe("/offer-workbench"));
  expect(new URLSearchParams(window.location.search).get("id")).toBe(idOf(1));
});

it("keeps the focus on the button of the saved views, whose code is loaded when it is pressed", async () => {
  const user = userEvent.setup();
  const views = on("get", `${O}/saved-views`, () => paged([]));
  await renderApp(ADDRESS, { handlers: [views, ...boardApi(done).handlers] });
  const button = () => screen.findByRole("button", { name: text("common:views.title") });
  (await button()).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: text("common:views.title") });
  expect(document.activeElement).toBe(await button());
});

it("says in the panel that the offer intent was sent", async () => {
  const intended = { sub_status: SUB_STATUS.offerIntentPending, intent_sent_at: "2026-03-02T08:00:00Z" };
  const detail = applicationDetail({ id: idOf(1), status: STAGE.onsite, ...intended });
  const panel = [on("get", `${O}/applications/{application_id}`, () => detail)];
  await renderApp(`${ADDRESS}&id=${idOf(1)}`, { handlers: [...panel, ...boardApi(done).handlers] });
  await screen.findByText(text("review:sub.offer_intent_sent"));
});

it("names the job applied for in the panel", async () => {
  const detail = applicationDetail({ id: idOf(1), job_title: "Night nurse" });
  const panel = [on("get", `${O}/applications/{application_id}`, () => detail)];
  await renderApp(`${ADDRESS}&id=${idOf(1)}`, { handlers: [...panel, ...boardApi(done).handlers] });
  await screen.findByText(text("review:applied_for", { job: "Night nurse" }));
});

it("finds the selection again on the way back from writing emails", async () => {
  const user = userEvent.setup();
  await renderApp(ADDRESS, {
    handlers: [
      on("get", `${O}/applications/{application_id}`, ({ params }) =>
        applicationDetail({ id: params["application_id"] ?? "" }),
      ),
      ...boardApi(done).handlers,
      http.get("*/emails", () => HttpResponse.json({ items: [], total: 0 })),
    ],
  });
  for (const name of ["Chen Yu", "Wang Wei"]) {
    await user.click(await screen.findByRole("checkbox", { name: text("pipeline:card.select", { name }) }));
  }
  await user.click(await screen.findByRole("button", { name: text("pipeline:bulk.email", { count: 2 }) }));
  await waitFor(() => expect(window.location.pathname).toBe("/batch-email"));
  window.history.back();
  await screen.findByText(text("pipeline:bulk.selected", { count: 2 }));
});

it("closes the candidate's panel on the way back, also after looking at others", async () => {
  const user = userEvent.setup();
  const cards = [card(1, "Chen Yu"), card(2, "Wang Wei")];
  await renderApp(ADDRESS, {
    handlers: [
      on("get", `${O}/applications/{application_id}`, ({ params }) =>
        applicationDetail({ id: params["application_id"] ?? "" }),
      ),
      ...boardApi(done, cards).handlers,
    ],
  });
  await user.click(await screen.findByRole("article", { name: "Chen Yu" }));
  await screen.findByText(text("review:applied_for", { job: applicationDetail({}).job_title }));
  expect(window.location.search).toContain(`id=${idOf(1)}`);
  await user.click(await screen.findByRole("article", { name: "Wang Wei" }));
  await waitFor(() => expect(window.location.search).toContain(`id=${idOf(2)}`));
  window.history.back();
  await waitFor(() => expect(window.location.search).toBe(`?job_id=${JOB.id}`));
  expect(window.location.pathname).toBe("/pipeline");
  expect(await screen.findByRole("article", { name: "Chen Yu" })).toBeTruthy();
});
