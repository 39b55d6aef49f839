// AI review: the ranked list, a candidate's evidence, and the resume at a quotation.
import { expect, type Page } from "@playwright/test";
import { applicants, createJob, promoted, type Sample, zip } from "./resumes";
import { type Account, expectAccessible, test } from "./support";
import { pattern, text } from "./text";

const SAMPLE: Sample = "zh-backend-engineer";
const ALL = applicants(SAMPLE);
const PDFS = ALL.filter(({ file }) => file.endsWith(".pdf")).slice(0, 3);
const DOCX = ALL.filter(({ file }) => file.endsWith(".docx")).slice(0, 2);

test.describe.configure({ timeout: 100_000 });

async function reviewed(page: Page, account: Account, who: typeof ALL, baseURL: string): Promise<string> {
  const jobId = await createJob(page, account, SAMPLE, baseURL);
  const archive = zip(
    SAMPLE,
    who.map(({ file }) => file),
  );
  await promoted(page, account, jobId, archive, baseURL);
  return jobId;
}

test("the list is ranked and its filters are in the URL", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, [...PDFS, ...DOCX], baseURL ?? "");
  await page.goto(`/ai-review?job_id=${jobId}`);
  const rows = page.locator("[data-candidate]");
  await expect(rows).toHaveCount(PDFS.length + DOCX.length);
  const scores = await rows.evaluateAll((all) =>
    all.map((row) => Number(/\d+/.exec(row.querySelector("[title]")?.textContent ?? "")?.[0])),
  );
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));

  const wanted = PDFS[1]?.name ?? "";
  await page.getByPlaceholder(text("review:list.search")).fill(wanted);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.reload();
  await expect(page.getByPlaceholder(text("review:list.search"))).toHaveValue(wanted);
  await expect(rows).toHaveCount(1);
  await page.getByPlaceholder(text("review:list.search")).fill("查无此人");
  await expect(page.getByText(text("review:list.nothing_found"))).toBeVisible();
});

test("a quotation opens the PDF at its position", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, PDFS, baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${jobId}`);
  const article = page.getByRole("article");
  await expect(article.getByRole("heading", { name: text("evaluation:section.criteria") })).toBeVisible();
  await expect(page.getByRole("region", { name: text("evaluation:resume.page", { number: 1 }) })).toBeVisible();
  await article.locator('button[aria-pressed="false"]').first().click();
  const mark = page.locator("mark").first();
  await expect(mark).toBeVisible();
  await expect(mark).toBeInViewport();
  const marked = (await page.locator("mark").allTextContents()).join("").replace(/\s/g, "");
  const quote = (await article.locator('button[aria-pressed="true"]').first().textContent())?.replace(
    text("common:strip.open_quote"),
    "",
  );
  expect(quote?.normalize("NFKC").replace(/\s/g, "")).toContain(marked.normalize("NFKC").slice(0, 6));
});

test("the points shown add up to the score", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, PDFS, baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${jobId}`);
  const article = page.getByRole("article");
  const sum = article
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: text("evaluation:section.sum"), exact: true }) })
    .locator("p");
  const [added = "", total = ""] = ((await sum.first().textContent()) ?? "").split(" = ");
  const tenths = (words: string) =>
    words
      .replaceAll(" ", "")
      .replaceAll("−", "+-")
      .split("+")
      .reduce((points, part) => points + Math.round(Number(part) * 10), 0);
  expect(tenths(added)).toBe(tenths(total));
  expect(tenths(total)).toBeGreaterThan(0);
  const first = added.split(" + ")[0] ?? "";
  const criteria = article.locator("section").filter({
    has: page.getByRole("heading", { name: text("evaluation:section.criteria"), exact: true }),
  });
  await expect(criteria.getByRole("listitem").first()).toContainText(
    new RegExp(`(?<![\\d.,])${first.replaceAll(".", "\\.")} / `),
  );
  await expect(sum.filter({ hasText: text("common:dimension.career_fit") })).toBeVisible();
});

test("a quotation opens the Word file at its position", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, DOCX, baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${jobId}`);
  const frame = page.frameLocator("iframe");
  await expect(frame.locator("section.docx").first()).toBeVisible();
  await page.getByRole("article").locator('button[aria-pressed="false"]').first().click();
  await expect(frame.locator("mark").first()).toBeVisible();
});

test("the list and its search are operable by keyboard", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, PDFS, baseURL ?? "");
  await page.goto(`/ai-review?job_id=${jobId}`);
  const current = page.locator('[data-candidate][aria-current="true"]');
  await expect(current).toHaveCount(1);
  const before = await current.getAttribute("data-candidate");
  await page.keyboard.press("j");
  await expect(current).not.toHaveAttribute("data-candidate", before ?? "");
  await page.keyboard.press("/");
  await expect(page.getByPlaceholder(text("review:list.search"))).toBeFocused();
  await expectAccessible(page);
});

test("keyboard navigation reaches the end of the list and returns", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, ALL.slice(0, 12), baseURL ?? "");
  await page.goto(`/ai-review?job_id=${jobId}`);
  const list = page.getByRole("list", { name: text("review:list.label") });
  const at = (position: number) => list.locator(`li[aria-posinset="${position}"] [data-candidate]`);
  await expect(at(1)).toHaveAttribute("aria-current", "true");
  for (let position = 2; position <= 12; position += 1) {
    await page.keyboard.press("j");
    await expect(at(position)).toHaveAttribute("aria-current", "true");
  }
  await page.keyboard.press("j");
  await expect(at(12)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("k");
  await expect(at(11)).toHaveAttribute("aria-current", "true");
});

test("on a phone the candidate opens in a sheet over the list", async ({ page, account, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const jobId = await reviewed(page, account, PDFS.slice(0, 2), baseURL ?? "");
  await page.goto(`/ai-review?job_id=${jobId}`);
  await page.locator("[data-candidate]").first().click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("heading", { name: text("evaluation:section.criteria") })).toBeVisible();
  await sheet.locator('button[aria-pressed="false"]').first().click();
  await expect(sheet.locator("mark").first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expectAccessible(page);
});

test("two candidates are compared side by side, and the comparison prints in full", async ({
  page,
  account,
  baseURL,
}) => {
  const jobId = await reviewed(page, account, [...PDFS.slice(0, 1), ...ALL.slice(-1)], baseURL ?? "");
  await page.goto(`/ai-review?job_id=${jobId}`);
  const boxes = page.getByRole("checkbox", { name: pattern("review:decide.select") });
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole("button", { name: text("review:decide.compare") }).click();
  const dialog = page.getByRole("dialog", { name: text("review:compare.title") });
  await expect(dialog.getByRole("columnheader")).toHaveCount(3);
  await expect(dialog.getByText(text("review:compare.differs")).first()).toBeVisible();
  await expect(dialog.locator("blockquote").first()).toBeVisible();
  await expectAccessible(page);

  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#root")).toBeHidden();
  await expect(dialog.getByRole("button", { name: text("review:compare.print") })).toBeHidden();
  const table = dialog.getByRole("table");
  await expect(table).toBeVisible();
  // No scrolling container cuts off the table.
  const cut = await table.evaluate((element) => {
    for (let outer = element.parentElement; outer && outer !== document.documentElement; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowY !== "visible" && outer.scrollHeight > outer.clientHeight + 1) return true;
    }
    return false;
  });
  expect(cut).toBe(false);
});

test("the chosen page size is kept", async ({ page, account, baseURL }) => {
  const jobId = await reviewed(page, account, ALL.slice(0, 12), baseURL ?? "");
  await page.goto(`/ai-review?job_id=${jobId}`);
  const rows = page.locator("[data-candidate]");
  await expect(rows.first()).toBeVisible();
  await page.getByRole("combobox", { name: text("review:page.size") }).click();
  await page.getByTitle(text("review:page.rows", { count: 10 })).click();
  await expect(rows).toHaveCount(10);
  await page.getByRole("button", { name: text("review:page.next") }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(text("review:page.of", { page: 2, pages: 2 }))).toBeVisible();
  await page.reload();
  await expect(rows).toHaveCount(2);
});
