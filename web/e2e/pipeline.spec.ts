// The pipeline board: moves by mouse, keyboard and menu, two users at one board, archiving and recalling.
import { expect } from "@playwright/test";
import { STAGE, SUB_STATUS } from "../src/entities/application/stages";
import { cards, drag, firstStep, lane, onBoard, spoken, WHO } from "./board";
import { colleague } from "./people";
import { expectAccessible, test } from "./support";
import { pattern, text } from "./text";

test.describe.configure({ timeout: 120_000 });

test("a card can be dragged only from online to onsite", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const [online, onsite] = [lane(page, "online_interview"), lane(page, "onsite_interview")];
  await expect(cards(online)).toHaveCount(WHO.length);
  const id = (await cards(online).first().getAttribute("data-card")) ?? "";
  await drag(page, cards(online).first(), onsite);
  await expect(cards(onsite)).toHaveCount(1);
  await expect(cards(online)).toHaveCount(WHO.length - 1);
  await expect.poll(async () => (await board.get(id)).sub_status).toBe(SUB_STATUS.onsiteInvitationPending);

  await drag(page, cards(onsite).first(), online);
  await expect(page.getByText(text("pipeline:drag.only"))).toBeVisible();
  await expect(cards(onsite)).toHaveCount(1);
  expect((await board.get(id)).status).toBe(STAGE.onsite);
  await expectAccessible(page);
});

test("cards are dragged, selected and rejected by keyboard", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const [online, onsite] = [lane(page, "online_interview"), lane(page, "onsite_interview")];
  await expect(cards(online)).toHaveCount(WHO.length);
  await cards(online).first().focus();
  await page.keyboard.press("Space");
  // After pick-up the card is over its own lane, which is announced last.
  const [from, to] = [text("review:stage.online_interview"), text("review:stage.onsite_interview")];
  await expect(spoken(page)).toHaveText(text("pipeline:drag.over_same", { lane: from }));
  await firstStep(page, "ArrowRight", text("pipeline:drag.over", { lane: to }));
  await page.keyboard.press("Space");
  await expect(cards(onsite)).toHaveCount(1);

  await cards(online).first().focus();
  const id = (await cards(online).first().getAttribute("data-card")) ?? "";
  await page.keyboard.press("x");
  await expect(page.getByText(text("pipeline:bulk.selected", { count: 1 }))).toBeVisible();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(text("review:eliminate.irreversible"))).toBeVisible();
  const letter = dialog.getByRole("checkbox");
  await expect(letter).toBeChecked();
  await letter.uncheck();
  await dialog.getByRole("button", { name: text("review:eliminate.confirm", { count: 1 }) }).click();
  await expect(cards(online)).toHaveCount(WHO.length - 2);
  await expect
    .poll(() => board.get(id))
    .toMatchObject({ status: STAGE.archived, archive_reason: SUB_STATUS.rejectionSent });
});

test("another user's move is shown and reported", async ({ page, account, baseURL, otherPage }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  const other = await colleague(otherPage, { page, account }, baseURL ?? "", "admin");
  await other.page.goto(`/pipeline?job_id=${board.jobId}`);
  const theirs = lane(other.page, "online_interview");
  await expect(cards(theirs)).toHaveCount(WHO.length);
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(WHO.length);
  await drag(page, cards(online).first(), lane(page, "onsite_interview"));
  // The other page changes only through the event.
  await expect(cards(theirs)).toHaveCount(WHO.length - 1);
  await expect(cards(lane(other.page, "onsite_interview"))).toHaveCount(1);

  // The other user is faster than the event.
  const id = (await cards(theirs).first().getAttribute("data-card")) ?? "";
  await other.page.route("**/board?**", (route) => route.abort());
  await board.patch(id, { sub_status: SUB_STATUS.onlineScheduled });
  await drag(other.page, other.page.locator(`[data-card="${id}"]`), lane(other.page, "onsite_interview"));
  await expect(
    other.page.getByText(
      pattern("pipeline:stale.moved", {
        who: "林悦",
        stage: text("review:stage.online_interview"),
        status: text("review:sub.online_scheduled"),
      }),
    ),
  ).toBeVisible();
  await expect(theirs.locator(`[data-card="${id}"]`)).toBeVisible();
  expect((await board.get(id)).status).toBe(STAGE.online);
});

test("undoing a drag is shown to another user", async ({ page, account, baseURL, otherPage }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await board.patch(board.ids[0] ?? "", { sub_status: SUB_STATUS.onlineScheduled });
  const other = await colleague(otherPage, { page, account }, baseURL ?? "", "admin");
  await other.page.goto(`/pipeline?job_id=${board.jobId}`);
  const theirs = lane(other.page, "online_interview");
  await expect(cards(theirs)).toHaveCount(WHO.length);
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const id = board.ids[0] ?? "";
  const card = page.locator(`[data-card="${id}"]`);
  await expect(card).toBeVisible();
  const undo = page.getByRole("button", { name: text("common:action.undo") });
  await drag(page, card, lane(page, "onsite_interview"));
  // The toast stays while it is hovered.
  await undo.hover();
  await expect(cards(theirs)).toHaveCount(WHO.length - 1);
  await undo.click();
  await expect(lane(page, "online_interview").locator(`[data-card="${id}"]`)).toBeVisible();
  await expect(cards(theirs)).toHaveCount(WHO.length);
  expect(await board.get(id)).toMatchObject({ status: STAGE.online, sub_status: SUB_STATUS.onlineScheduled });

  // A card that another user has moved since cannot be undone.
  await drag(page, card, lane(page, "onsite_interview"));
  await undo.hover();
  await expect.poll(async () => (await board.get(id)).status).toBe(STAGE.onsite);
  await board.patch(id, { sub_status: SUB_STATUS.onsiteScheduled });
  await undo.click();
  await expect(page.getByText(pattern("pipeline:stale.moved"))).toBeVisible();
  expect(await board.get(id)).toMatchObject({ status: STAGE.onsite, sub_status: SUB_STATUS.onsiteScheduled });
});

test("views are saved and cards starred", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}&sort=waiting`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(WHO.length);
  await page.getByRole("button", { name: text("common:views.title") }).click();
  await page.getByLabel(text("common:views.name")).fill("等了很久的人");
  await page.getByRole("button", { name: text("common:views.save"), exact: true }).click();
  await expect(page.getByRole("button", { name: "等了很久的人", exact: true })).toBeVisible();
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  await page.getByRole("button", { name: text("common:views.title") }).click();
  await page.getByRole("button", { name: "等了很久的人", exact: true }).click();
  await expect(page).toHaveURL(/sort=waiting/);

  const star = cards(online)
    .first()
    .getByRole("button", { name: pattern("pipeline:card.star") });
  await cards(online).first().hover();
  const kept = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await kept;
  await page.reload();
  await expect(online.locator('[aria-pressed="true"]')).toHaveCount(1);
});

test("archived candidates are restored by undo and from the talent pool", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(WHO.length);
  const undo = page.getByRole("button", { name: text("common:action.undo") });
  const archive = async () => {
    await cards(online).first().focus();
    await page.keyboard.press("m");
    await page.getByRole("menuitem", { name: text("pipeline:menu.archive") }).hover();
    await page.getByRole("menuitem", { name: text("review:archive.future_opportunity") }).click();
    // The toast stays while it is hovered.
    await undo.hover();
    await expect(cards(online)).toHaveCount(WHO.length - 1);
  };
  await archive();
  await undo.click();
  await expect(cards(online)).toHaveCount(WHO.length);

  await archive();
  await page.getByRole("button", { name: text("pipeline:pool.open"), exact: true }).click();
  await expect(page.getByText(text("review:archive.future_opportunity"))).toBeVisible();
  await page.getByRole("button", { name: pattern("pipeline:pool.recall_person") }).click();
  const recall = page.getByRole("dialog").filter({ hasText: text("review:recall.final") });
  await recall.getByRole("button", { name: text("review:recall.confirm") }).click();
  await expect(cards(online)).toHaveCount(WHO.length);

  await board.patch(board.ids[0] ?? "", { sub_status: SUB_STATUS.interviewCompleted });
  await page.goto("/talent-pool");
  await expect(page.getByText(text("talent-pool:empty.text"))).toBeVisible();
});

test("search and filter are in the URL and counts stay complete", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await board.patch(board.ids[0] ?? "", { sub_status: SUB_STATUS.interviewCompleted });
  await page.goto(`/pipeline?job_id=${board.jobId}&online=${SUB_STATUS.interviewCompleted}`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(1);
  await expect(online.getByText(text("pipeline:lane.of", { shown: 1, all: WHO.length }))).toBeVisible();
  await online.getByRole("button", { name: text("pipeline:card.pass") }).click();
  await expect(cards(lane(page, "onsite_interview"))).toHaveCount(1);
  await expect.poll(async () => (await board.get(board.ids[0] ?? "")).sub_status).toBe(SUB_STATUS.offerIntentPending);

  await page.goto(`/pipeline?job_id=${board.jobId}`);
  await page.getByPlaceholder(text("pipeline:search")).fill("查无此人");
  await expect(page.getByText(text("pipeline:lane.nothing_found"))).toHaveCount(2);
  await expect(page).toHaveURL(/search=/);
});

test("the page header and the lanes make room for the panel", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  for (const width of [1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await cards(lane(page, "online_interview")).first().focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary");
    await expect(panel.getByRole("heading", { name: text("evaluation:section.criteria") })).toBeVisible();
    const search = page.getByRole("textbox", { name: text("pipeline:search") });
    for (const beside of [search, page.getByRole("button", { name: text("pipeline:refresh.action") })]) {
      await expect(async () => {
        const [box, left] = [await beside.boundingBox(), (await panel.boundingBox())?.x ?? 0];
        expect((box?.x ?? width) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(left);
      }).toPass();
    }
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  }
});
