// The candidate beside the board, and how much the board shows.
import { expect, type Page } from "@playwright/test";
import { cards, lane, onBoard, WHO } from "./board";
import { expectAccessible, test } from "./support";
import { text } from "./text";

test.describe.configure({ timeout: 120_000 });

const actionsOf = (page: Page) => page.getByRole("toolbar", { name: text("pipeline:panel.actions") });
const next = (page: Page) => actionsOf(page).getByRole("button", { name: text("pipeline:keys.down") });

test("a candidate is decided beside the board, and the next one follows", async ({ page, account, baseURL }) => {
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(WHO.length);
  const names = await cards(online).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label") ?? ""));
  const panelOf = (at: number) => page.getByRole("complementary", { name: names[at] ?? "" });
  const address = page.url();
  await cards(online).first().focus();
  await page.keyboard.press("Enter");
  await expect(panelOf(0)).toBeVisible();
  await expect(actionsOf(page)).toBeVisible();
  await page.keyboard.press("j");
  await expect(panelOf(1)).toBeVisible();
  await expect(online.locator('article[aria-current="true"]')).toHaveAttribute("aria-label", names[1] ?? "");
  await expectAccessible(page);
  await page.keyboard.press("k");
  await expect(panelOf(0)).toBeVisible();

  await actionsOf(page)
    .getByRole("button", { name: text("pipeline:panel.all_actions") })
    .click();
  await page.getByRole("menuitem", { name: text("pipeline:menu.archive") }).hover();
  await page.getByRole("menuitem", { name: text("review:archive.future_opportunity") }).click();
  await expect(cards(online)).toHaveCount(WHO.length - 1);
  await next(page).click();
  await expect(panelOf(1)).toBeVisible();
  await expect(next(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("complementary")).toHaveCount(0);
  expect(page.url()).toBe(address);
});

test("the resume stands beside the evaluation where there is room", async ({ page, account, baseURL }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}&id=${board.ids[0]}`);
  const toggle = page.getByRole("button", { name: text("pipeline:panel.resume_beside") });
  await toggle.click();
  const resume = page.getByRole("region", { name: text("evaluation:resume.title") });
  await expect(resume).toBeVisible();
  await expect(page.getByRole("heading", { name: text("evaluation:section.criteria") })).toBeVisible();
  await page.reload();
  await expect(resume).toBeVisible();
  await toggle.click();
  await expect(resume).toHaveCount(0);
});

test("compact cards show ten a lane, and a mark quotes the resume", async ({ page, account, baseURL }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const board = await onBoard(page, account, baseURL ?? "");
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(WHO.length);
  await page.getByRole("button", { name: text("pipeline:density.compact") }).click();
  const compact = online.locator('article[data-compact="true"]');
  await expect(compact).toHaveCount(WHO.length);
  await expect(async () => {
    const boxes = await Promise.all([0, 1].map((at) => compact.nth(at).boundingBox()));
    const [top, step] = [boxes[0]?.y ?? 900, (boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0)];
    expect(step).toBeGreaterThan(0);
    expect(Math.floor((900 - top) / step)).toBeGreaterThanOrEqual(10);
  }).toPass();
  await expectAccessible(page);
  await page.reload();
  await expect(compact).toHaveCount(WHO.length);

  await cards(online).first().locator("[data-mark]").first().hover();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await cards(online).first().locator("[data-mark]").first().click();
  await expect(page.getByRole("complementary")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("the sheet has the actions and leads to the next candidate", async ({ page, account, baseURL }) => {
    const board = await onBoard(page, account, baseURL ?? "");
    await page.goto(`/pipeline?job_id=${board.jobId}`);
    const online = lane(page, "online_interview");
    await expect(cards(online)).toHaveCount(WHO.length);
    const names = await cards(online).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label") ?? ""));
    await cards(online)
      .first()
      .getByText(names[0] ?? "", { exact: true })
      .tap();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByRole("heading", { level: 2, name: names[0] ?? "" })).toBeVisible();
    await next(page).tap();
    await expect(sheet.getByRole("heading", { level: 2, name: names[1] ?? "" })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.goBack();
    await expect(sheet).toBeHidden();
  });
});
