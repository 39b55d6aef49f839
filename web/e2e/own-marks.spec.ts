// One's own marks under the AI's: given, explained, taken back, hidden from others until theirs are given, and counted.
import { expect, type Locator, type Page } from "@playwright/test";
import { call, colleague } from "./people";
import { applicants, createJob, promoted, type Sample, zip } from "./resumes";
import { type Account, expectAccessible, test } from "./support";
import { pattern, text } from "./text";

const SAMPLE: Sample = "zh-backend-engineer";
const FILES = applicants(SAMPLE)
  .slice(0, 2)
  .map(({ file }) => file);

test.describe.configure({ timeout: 150_000 });

async function reviewed(page: Page, account: Account, baseURL: string, files = FILES): Promise<string> {
  const jobId = await createJob(page, account, SAMPLE, baseURL);
  await promoted(page, account, jobId, zip(SAMPLE, files), baseURL);
  return jobId;
}

/** Waits until the change of a mark is stored. */
async function stored(page: Page, method: "PUT" | "DELETE", act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === method && new URL(response.url()).pathname.endsWith("/marks"),
  );
  await act();
  expect((await answered).ok()).toBe(true);
}

const cell = (where: Locator) => where.locator("[data-own-mark]").first();
const choices = (where: Locator) => where.getByRole("radiogroup", { name: pattern("evaluation:own.choose") }).first();
/** A verdict of the first criterion that isn't the AI's; the AI's is the one reached by Tab. */
const another = (where: Locator) => choices(where).locator('[role="radio"][tabindex="-1"]').first();

async function giveAnother(page: Page, where: Locator, reason: string): Promise<void> {
  await expect(another(where)).toHaveAttribute("aria-disabled", "false");
  await stored(page, "PUT", () => another(where).click());
  const field = page.getByRole("textbox", { name: pattern("evaluation:own.reason") });
  await expect(field).toBeFocused();
  await field.fill(reason);
  await stored(page, "PUT", () => field.press("Enter"));
}

test("a mark agrees with one press, another verdict is explained, and both are taken back", async ({
  page,
  account,
  baseURL,
}) => {
  const jobId = await reviewed(page, account, baseURL ?? "", FILES.slice(0, 1));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${jobId}`);
  const article = page.getByRole("article");
  const ownScore = article.getByTitle(text("evaluation:own.score_why"));
  await expect(cell(article)).toHaveAttribute("aria-disabled", "false");
  const agree = (await cell(article).getAttribute("aria-label")) ?? "";
  await stored(page, "PUT", () => cell(article).press("Space"));
  await expect(cell(article)).not.toHaveAttribute("aria-label", agree);
  await expect(ownScore).toBeVisible();
  await stored(page, "DELETE", () => cell(article).press("Space"));
  await expect(cell(article)).toHaveAttribute("aria-label", agree);
  await expect(ownScore).toBeHidden();

  await giveAnother(page, article, "这句说的是团队，不是本人");
  await expect(article.getByRole("button", { name: "这句说的是团队，不是本人" })).toBeVisible();
  await expect(ownScore).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  const given = choices(article).locator('[aria-checked="true"]');
  await expect(given).toHaveCount(1);
  await expect(ownScore).toBeVisible();
  await stored(page, "DELETE", () => given.click());
  await expect(given).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.locator("[data-candidate]").first().click();
  const sheet = page.getByRole("dialog");
  await stored(page, "PUT", () => cell(sheet).click());
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("marks of a colleague show once one's own are given, and disagreement is counted beside the rubric", async ({
  page,
  account,
  otherPage,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const jobId = await reviewed(page, account, origin, FILES.slice(0, 1));
  const list = `/api/organizations/${account.organizationId}/applications?job_id=${jobId}`;
  type Listed = { items: { ai_eval: { overallScore: number } }[] };
  const scores = async () =>
    (await call<Listed>(page, origin, "GET", list)).items.map(({ ai_eval }) => ai_eval.overallScore);
  const before = await scores();
  await page.goto(`/ai-review?job_id=${jobId}`);
  const reason = "简历只写了参与";
  await giveAnother(page, page.getByRole("article"), reason);

  const { page: theirs } = await colleague(otherPage, { page, account }, origin, "admin");
  await theirs.goto(`/ai-review?job_id=${jobId}`);
  const article = theirs.getByRole("article");
  await expect(article.getByText(text("evaluation:own.concealed", { count: 1 }))).toBeVisible();
  await expect(article.getByText(reason)).toHaveCount(0);
  await stored(theirs, "PUT", () => cell(article).click());
  await expect(article.getByText(reason)).toBeVisible();
  await expect(article.getByText(text("evaluation:own.concealed", { count: 1 }))).toBeHidden();
  // The owner's page learns of it without a reload.
  await expect(page.getByRole("article").getByText(pattern("evaluation:own.other", { name: "陈思远" }))).toBeVisible();

  expect(await scores()).toEqual(before);
  await page.goto(`/jobs/${jobId}`);
  await expect(page.getByText(text("jobs:rubric.disagreed", { disagreements: 1, marks: 2 }))).toBeVisible();
});

test("marks are given in the comparison too", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${jobId}`);
  const boxes = page.getByRole("checkbox", { name: pattern("review:decide.select") });
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole("button", { name: text("review:decide.compare") }).click();
  const dialog = page.getByRole("dialog", { name: text("review:compare.title") });
  await giveAnother(page, dialog, "证据不足");
  await expect(dialog.getByRole("button", { name: "证据不足" })).toBeVisible();
  await expect(dialog.getByRole("columnheader").getByTitle(text("evaluation:own.score_why"))).toBeVisible();
  await expectAccessible(page);
});
