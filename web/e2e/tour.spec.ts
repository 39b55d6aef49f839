// The guided tour in a browser that has not seen it: it starts automatically, covers no entry it explains, and runs once.
import { expect, type Locator, type Page } from "@playwright/test";
import { ROUTES } from "../src/lib/routes/manifest";
import { expectAccessible, test } from "./support";
import { pattern, type TextKey, text } from "./text";

test.use({ storageState: { cookies: [], origins: [] } });

const STEPS = [
  "welcome",
  "jobs",
  "evaluate",
  "aiReview",
  "pipeline",
  "schedule",
  "offerWorkbench",
  "dashboard",
  "talentPool",
  "complete",
] as const;

const titleOf = (step: (typeof STEPS)[number]) => text(`tour:${step}.title` as TextKey);
const step = (page: Page) => page.locator(".ant-tour-panel");

/** Whether two parts of the page are visible and do not overlap. */
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  return a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
}

test("the tour shows ten steps beside their entries, then opens the jobs", async ({ page, account: _account }) => {
  await page.goto("/welcome");
  for (const [at, name] of STEPS.entries()) {
    await expect(step(page)).toContainText(titleOf(name));
    await expect(step(page)).toContainText(text("tour:progress", { current: at + 1, total: STEPS.length }));
    if (name !== "welcome" && name !== "complete") {
      const entry = page.getByRole("banner").locator(`nav a[href^="${ROUTES[name].path}"]`);
      await expect.poll(() => areApart(step(page), entry), name).toBe(true);
    }
    if (at === 1) await expectAccessible(page, "the tour");
    const isLast = at === STEPS.length - 1;
    await step(page)
      .getByRole("button", { name: text(isLast ? "tour:finish" : "tour:next") })
      .click();
  }
  const question = page.getByRole("dialog", { name: pattern("tour:go.title") });
  await question.getByRole("button", { name: text("tour:go.yes") }).click();
  await expect(page).toHaveURL(/\/jobs$/);
  expect(await page.evaluate(() => localStorage.getItem("bole.tour"))).toBe("seen");
});

test("on a phone the tour fits the window and ends when closed", async ({ page, account: _account }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/welcome");
  await expect(step(page)).toContainText(titleOf("welcome"));
  await step(page)
    .getByRole("button", { name: text("tour:next") })
    .click();
  await expect(step(page)).toContainText(titleOf("jobs"));
  await expect
    .poll(async () => {
      const box = await step(page).boundingBox();
      return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844;
    })
    .toBe(true);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press("Escape");
  await expect(step(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("bole.tour"))).toBe("seen");
  // From the guide it starts again.
  await page.goto("/guide");
  await page.getByRole("button", { name: text("guide:tour"), exact: true }).click();
  await expect(step(page)).toContainText(titleOf("welcome"));
});
