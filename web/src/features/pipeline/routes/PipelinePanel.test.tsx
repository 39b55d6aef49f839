// The candidate beside the board: actions, stepping to the next one, and the resume.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { MoveResult } from "@/lib/api/types";
import { boardApi, card, JOB } from "@/testing/board";
import { applicationDetail, idOf } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ADDRESS = `/pipeline?job_id=${JOB.id}`;
const NAMES = ["Chen Yu", "Wang Wei", "Li Na"];

const done = async (ids: string[]): Promise<MoveResult[]> => ids.map((id) => ({ id, status: "ok" }));
const cardOf = (name: string) => screen.findByRole("article", { name });
const panelOf = (name: string) => screen.findByRole("complementary", { name });
const openedId = () => new URLSearchParams(window.location.search).get("id");

/** Three candidates whose details are served. */
function boardOfThree(change: Parameters<typeof applicationDetail>[0] = {}) {
  const api = boardApi(
    done,
    NAMES.map((name, at) => card(at + 1, name)),
  );
  const detail = on("get", `${O}/applications/{application_id}`, ({ params }) => {
    const id = String(params["application_id"]);
    const at = [1, 2, 3].findIndex((one) => idOf(one) === id);
    const { person, ...rest } = applicationDetail();
    return {
      ...rest,
      id,
      job_id: JOB.id,
      status: STAGE.online,
      sub_status: SUB_STATUS.interviewCompleted,
      person: { ...person, name: NAMES[at] ?? "Zhou Min" },
      ...change,
    };
  });
  return { ...api, handlers: [detail, on("get", `${O}/inbound-messages`, () => paged([])), ...api.handlers] };
}

beforeEach(mockElementSize);

it("does in the panel what the card's menu does", async () => {
  const user = userEvent.setup();
  await renderApp(`${ADDRESS}&id=${idOf(1)}`, { handlers: boardOfThree().handlers });
  const panel = await panelOf("Chen Yu");
  await user.click(await within(panel).findByRole("button", { name: text("pipeline:panel.all_actions") }));
  const inPanel = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  fireEvent.contextMenu(await cardOf("Chen Yu"));
  await screen.findByText(text("pipeline:menu.open"));
  const menus = screen.getAllByRole("menu");
  const ofCard = within(menus.at(-1) as HTMLElement).getAllByRole("menuitem");
  const labels = ofCard.map(({ textContent }) => textContent).filter((label) => label !== text("pipeline:menu.open"));
  expect(inPanel).toEqual(labels);
});

it("takes the candidate's next step in the panel", async () => {
  const user = userEvent.setup();
  const api = boardOfThree();
  await renderApp(`${ADDRESS}&id=${idOf(1)}`, { handlers: api.handlers });
  const panel = await panelOf("Chen Yu");
  await user.click(await within(panel).findByRole("button", { name: text("pipeline:card.pass") }));
  await waitFor(() => expect(api.sent).toEqual([{ verb: "mark-passed", items: [{ id: idOf(1), version: 3 }] }]));
});

it("marks the open card and goes on by key, button, and after the candidate left the lane", async () => {
  const user = userEvent.setup();
  const api = boardOfThree();
  await renderApp(ADDRESS, { handlers: api.handlers });
  (await cardOf("Chen Yu")).closest<HTMLElement>("[data-card]")?.focus();
  await user.keyboard("{Enter}");
  await panelOf("Chen Yu");
  expect((await cardOf("Chen Yu")).getAttribute("aria-current")).toBe("true");
  await user.keyboard("j");
  const second = await panelOf("Wang Wei");
  expect((await cardOf("Chen Yu")).getAttribute("aria-current")).toBeNull();
  expect((await cardOf("Wang Wei")).getAttribute("aria-current")).toBe("true");

  Object.assign(api.cards[1] ?? {}, { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending });
  await user.click(await within(second).findByRole("button", { name: text("pipeline:card.pass") }));
  await waitFor(() => expect(api.sent).toHaveLength(1));
  const next = await within(second).findByRole("button", { name: text("pipeline:keys.down") });
  await user.click(next);
  const third = await panelOf("Li Na");
  const onwards = await within(third).findByRole("button", { name: text("pipeline:keys.down") });
  await waitFor(() => expect(document.activeElement).toBe(onwards));
  expect(onwards.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("k");
  await panelOf("Chen Yu");
  expect(openedId()).toBe(idOf(1));
});

it("keeps the tab from candidate to candidate", async () => {
  const user = userEvent.setup();
  await renderApp(`${ADDRESS}&id=${idOf(1)}`, { handlers: boardOfThree().handlers });
  const first = await panelOf("Chen Yu");
  await user.click(await within(first).findByText(text("email:history.title")));
  await within(first).findByRole("button", { name: text("email:history.record") });
  await user.click(await within(first).findByRole("button", { name: text("pipeline:keys.down") }));
  await within(await panelOf("Wang Wei")).findByRole("button", { name: text("email:history.record") });
});

it("offers nothing for an archived candidate", async () => {
  const { handlers } = boardOfThree({ is_archived: true });
  await renderApp(`${ADDRESS}&id=${idOf(9)}`, { handlers });
  const actions = await within(await panelOf("Zhou Min")).findByRole("toolbar");
  expect(within(actions).queryByRole("button", { name: text("pipeline:panel.all_actions") })).toBeNull();
});

it("shows the resume alongside where there is room, and keeps that", async () => {
  const user = userEvent.setup();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => ({ matches: media.includes("min-width: 1280px"), media, ...NO_LISTENERS }) as unknown as MediaQueryList,
  );
  const { handlers } = boardOfThree({ resume_id: null });
  const view = await renderApp(`${ADDRESS}&id=${idOf(1)}`, { handlers });
  const toggle = { name: text("pipeline:panel.resume_beside") };
  await user.click(await within(await panelOf("Chen Yu")).findByRole("button", toggle));
  await screen.findByText(text("review:no_resume"));
  view.unmount();
  await renderApp(`${ADDRESS}&id=${idOf(2)}`, { handlers });
  const again = await within(await panelOf("Wang Wei")).findByRole("button", toggle);
  expect(again.getAttribute("aria-pressed")).toBe("true");
  await user.click(again);
  await waitFor(() => expect(screen.queryByText(text("review:no_resume"))).toBeNull());
});

const NO_LISTENERS = { addEventListener: () => {}, removeEventListener: () => {} };

it("marks a candidate whose reply is unread on the card and in the panel", async () => {
  const unread = { reply: 1, bounce: 0, held: 0, automatic: 0, application_ids: [idOf(2)] };
  const { handlers } = boardOfThree();
  await renderApp(`${ADDRESS}&id=${idOf(2)}`, {
    handlers: [on("get", `${O}/inbound-messages/unread`, () => unread), ...handlers],
  });
  await within(await cardOf("Wang Wei")).findByText(text("pipeline:card.reply"));
  await within(await panelOf("Wang Wei")).findByText(text("pipeline:panel.emails_with_reply"));
  expect(within(await cardOf("Chen Yu")).queryByText(text("pipeline:card.reply"))).toBeNull();
  const inbox = await screen.findByRole("link", { name: new RegExp(text("shell:nav.inbox")) });
  expect(inbox.textContent).toContain("1");
});
