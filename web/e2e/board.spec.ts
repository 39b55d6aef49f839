// The board with touch, keyboard and screen reader; bulk moves; and two users working on the same candidates.
import { type CDPSession, expect, type Page } from "@playwright/test";
import { SUB_STATUS } from "../src/entities/application/stages";
import { cards, drag, firstStep, lane, onBoard, placeOf, spoken, WHO } from "./board";
import { call, colleague } from "./people";
import { expectAccessible, test } from "./support";
import { pattern, text } from "./text";

test.describe.configure({ timeout: 120_000 });

const onsiteName = text("review:stage.onsite_interview");
const onlineName = text("review:stage.online_interview");

/** A touch, by the DevTools protocol. */
class Finger {
  private readonly session: CDPSession;

  constructor(session: CDPSession) {
    this.session = session;
  }

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  down(x: number, y: number) {
    return this.send("touchStart", [{ x, y }]);
  }

  move(x: number, y: number) {
    return this.send("touchMove", [{ x, y }]);
  }

  /** Moves at once after touching: waiting for each answer would make it a long press on a busy machine. */
  async swipe(x: number, y: number, toY: number) {
    await Promise.all([this.down(x, y), this.move(x, (y + toY) / 2), this.move(x, toY)]);
  }

  up() {
    return this.send("touchEnd", []);
  }

  private send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) {
    return this.session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, viewport: { width: 1180, height: 820 } });

  test("a long press picks a card up and drags it; a swipe scrolls", async ({ page, account, baseURL }) => {
    const board = await onBoard(page, account, baseURL ?? "");
    await page.goto(`/pipeline?job_id=${board.jobId}`);
    const [online, onsite] = [lane(page, "online_interview"), lane(page, "onsite_interview")];
    await expect(cards(online)).toHaveCount(WHO.length);
    const finger = await Finger.of(page);
    const card = cards(online).first();
    const id = (await card.getAttribute("data-card")) ?? "";
    const [from, to] = [await placeOf(card), await placeOf(onsite)];
    const start = { x: from.x + 100, y: from.y + 30 };

    // A swipe scrolls the list; the card stays where it is.
    await finger.swipe(start.x, start.y, start.y - 120);
    await expect(page.locator('[data-dragging="true"]')).toHaveCount(0);
    await finger.up();
    await expect(cards(online)).toHaveCount(WHO.length);
    await expect(spoken(page)).toBeEmpty();

    await finger.down(start.x, start.y);
    await expect(page.locator('[data-dragging="true"]')).toHaveCount(1);
    for (let step = 1; step <= 8; step += 1) {
      await finger.move(start.x + ((to.x + 120 - start.x) * step) / 8, start.y + 15 * step);
    }
    await expect(spoken(page)).toHaveText(text("pipeline:drag.over", { lane: onsiteName }));
    await expect(onsite).toHaveAttribute("data-over", "true");
    await finger.up();
    await expect(cards(onsite)).toHaveCount(1);
    await expect.poll(async () => (await board.get(id)).sub_status).toBe(SUB_STATUS.onsiteInvitationPending);
    // A long press opens no context menu.
    await expect(page.getByRole("menu")).toHaveCount(0);

    const [back, home] = [await placeOf(cards(onsite).first()), await placeOf(online)];
    await finger.down(back.x + 100, back.y + 30);
    await expect(page.locator('[data-dragging="true"]')).toHaveCount(1);
    for (let step = 1; step <= 8; step += 1) {
      await finger.move(back.x + 100 + ((home.x + 120 - back.x - 100) * step) / 8, back.y + 30 + 10 * step);
    }
    await expect(spoken(page)).toHaveText(text("pipeline:drag.over_refused", { lane: onlineName }));
    await expect(online).toHaveAttribute("data-over", "true");
    await finger.up();
    await expect(page.getByText(text("pipeline:drag.only"))).toBeVisible();
    await expect(cards(onsite)).toHaveCount(1);
    await expectAccessible(page);
  });
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("the menu, sheets closed by back, and all selection actions are reachable", async ({
    page,
    account,
    baseURL,
  }) => {
    const board = await onBoard(page, account, baseURL ?? "");
    await page.goto(`/pipeline?job_id=${board.jobId}`);
    const online = lane(page, "online_interview");
    await expect(cards(online)).toHaveCount(WHO.length);
    const first = cards(online).first();
    const name = (await first.getAttribute("aria-label")) ?? "";
    const address = page.url();

    await first.getByRole("button", { name: text("pipeline:card.menu", { name }) }).tap();
    await page.getByRole("menuitem", { name: text("pipeline:menu.open") }).tap();
    const sheet = page.getByRole("dialog");
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    expect(page.url()).toBe(address);

    await first.getByRole("checkbox").tap();
    const bar = page.getByRole("region", { name: text("pipeline:bulk.label") });
    const clear = bar.getByRole("button", { name: text("pipeline:bulk.clear") });
    await clear.scrollIntoViewIfNeeded();
    await expect(clear).toBeInViewport();
    await clear.tap();
    await expect(bar).toBeHidden();
    await page.getByRole("button", { name: text("pipeline:pool.open"), exact: true }).tap();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    // The page itself is no wider than the window.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});

test("a keyboard drag is announced from pick-up to cancel", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}&lanes=all`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(WHO.length);
  const card = cards(online).first();
  const name = (await card.getAttribute("aria-label")) ?? "";
  await expect(spoken(page)).toHaveAttribute("aria-live", "assertive");
  const help = page.locator(`[id="${await card.getAttribute("aria-describedby")}"]`);
  await expect(help).toHaveText(text("pipeline:drag.instructions"));
  await card.focus();
  await page.keyboard.press("Space");
  await expect(spoken(page)).toHaveText(text("pipeline:drag.over_same", { lane: onlineName }));
  await firstStep(page, "ArrowRight", text("pipeline:drag.over", { lane: onsiteName }));
  await page.keyboard.press("ArrowRight");
  await expect(spoken(page)).toHaveText(text("pipeline:drag.over_refused", { lane: text("review:stage.offer") }));
  await page.keyboard.press("Escape");
  await expect(spoken(page)).toHaveText(text("pipeline:drag.stayed", { name }));
  await expect(card).toBeFocused();

  await page.keyboard.press("Space");
  await expect(spoken(page)).toHaveText(text("pipeline:drag.over_same", { lane: onlineName }));
  await firstStep(page, "ArrowRight", text("pipeline:drag.over", { lane: onsiteName }));
  await page.keyboard.press("Enter");
  await expect(spoken(page)).toHaveText(text("pipeline:drag.dropped", { name, lane: onsiteName }));
  await expect(cards(lane(page, "onsite_interview"))).toHaveCount(1);
});

test("several cards are selected by shift and by keyboard, and dragged together", async ({
  page,
  account,
  baseURL,
}) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const [online, onsite] = [lane(page, "online_interview"), lane(page, "onsite_interview")];
  await expect(cards(online)).toHaveCount(WHO.length);
  const selected = (count: number) => page.getByText(text("pipeline:bulk.selected", { count }));
  const boxes = online.getByRole("checkbox");
  await boxes.first().click();
  await expect(selected(1)).toBeVisible();
  await boxes.last().click({ modifiers: ["Shift"] });
  await expect(selected(WHO.length)).toBeVisible();
  // The ticked box keeps the focus, and shortcuts still work.
  await page.keyboard.press("x");
  await expect(selected(WHO.length - 1)).toBeVisible();
  await page.getByRole("button", { name: text("pipeline:bulk.clear") }).click();
  await expect(page.getByRole("region", { name: text("pipeline:bulk.label") })).toHaveCount(0);

  await cards(online).first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await expect(cards(online).nth(1)).toBeFocused();
  await page.keyboard.press("Shift+X");
  await expect(selected(2)).toBeVisible();
  await drag(page, cards(online).first(), onsite);
  const undo = page.getByRole("button", { name: text("common:action.undo") });
  // The toast stays while it is hovered.
  await undo.hover();
  await expect(cards(onsite)).toHaveCount(2);
  await expect(cards(online)).toHaveCount(WHO.length - 2);
  await undo.click();
  await expect(cards(online)).toHaveCount(WHO.length);
});

test("a user with an open candidate sees who moved it and keeps unsaved input", async ({
  page,
  account,
  baseURL,
  otherPage,
}) => {
  const board = await onBoard(page, account, baseURL ?? "");
  const other = await colleague(otherPage, { page, account }, baseURL ?? "", "admin");
  const id = board.ids[0] ?? "";
  await other.page.goto(`/pipeline?job_id=${board.jobId}&id=${id}`);
  await expect(cards(lane(other.page, "online_interview"))).toHaveCount(WHO.length);
  await board.patch(id, { sub_status: SUB_STATUS.onlineScheduled });
  await expect(
    other.page.getByText(
      pattern("pipeline:stale.moved", {
        who: "林悦",
        stage: onlineName,
        status: text("review:sub.online_scheduled"),
      }),
    ),
  ).toBeVisible();

  const found = await call<{ person: { id: string } }>(
    page,
    baseURL ?? "",
    "GET",
    `/api/organizations/${account.organizationId}/applications/${id}`,
  );
  await other.page.goto(`/candidate/${found.person.id}?application=${id}`);
  await other.page.getByRole("button", { name: text("candidate:record.edit") }).click();
  const phone = other.page.getByRole("textbox", { name: text("candidate:field.phone") });
  const note = other.page.getByLabel(text("candidate:notes.label"));
  await phone.fill("+86 139 0000 5678");
  await note.fill("约了周三");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  await drag(page, page.locator(`[data-card="${id}"]`), lane(page, "onsite_interview"));
  // The other page changes only through the event.
  await expect(other.page.getByText(text("review:sub.onsite_invitation_pending")).first()).toBeVisible();
  await expect(phone).toHaveValue("+86 139 0000 5678");
  await expect(note).toHaveValue("约了周三");
  await other.page.getByRole("button", { name: text("candidate:record.save") }).click();
  await expect(other.page.getByText("+86 139 0000 5678")).toBeVisible();
  await expect(note).toHaveValue("约了周三");
});

test("an archived candidate is restored from their page, a rejected one is not", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  const root = `/api/organizations/${account.organizationId}/applications`;
  const id = board.ids[0] ?? "";
  const { person } = await call<{ person: { id: string } }>(page, baseURL ?? "", "GET", `${root}/${id}`);
  const archive = () => call(page, baseURL ?? "", "POST", `${root}/archive`, { ids: [id], reason: "other" });
  const place = `${onlineName} · ${text("review:sub.online_scheduled")}`;
  await board.patch(id, { sub_status: SUB_STATUS.onlineScheduled });
  await archive();
  await page.goto(`/candidate/${person.id}`);
  await expect(page.getByText(text("candidate:applications.restore_hint", { place }))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: text("candidate:applications.restore"), exact: true }).click();
  await expect(page.getByText(text("candidate:applications.restored", { place }))).toBeVisible();
  expect(await board.get(id)).toMatchObject({ is_archived: false, sub_status: SUB_STATUS.onlineScheduled });

  await archive();
  await page.getByRole("button", { name: text("candidate:applications.recall"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(text("review:recall.instead_of", { place }))).toBeVisible();
  await dialog.getByRole("button", { name: text("review:recall.confirm") }).click();
  await expect
    .poll(() => board.get(id))
    .toMatchObject({ is_archived: false, sub_status: SUB_STATUS.onlineInvitationPending });

  await call(page, baseURL ?? "", "POST", `${root}/eliminate`, { ids: [id], send_email: false });
  await expect(page.getByText(text("candidate:applications.final"))).toBeVisible();
  await expect(page.getByRole("button", { name: text("candidate:applications.recall"), exact: true })).toHaveCount(0);
});
