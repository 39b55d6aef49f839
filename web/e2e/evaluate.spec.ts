// The main flow: upload a ZIP, follow the evaluation, handle failures, and promote the rest to the board.
import { expect, type Page } from "@playwright/test";
import { call } from "./people";
import { applicants, createJob, promoted, read, TROUBLE, zip } from "./resumes";
import { expectAccessible, test } from "./support";
import { either, pattern, text } from "./text";

const SAMPLE = "zh-backend-engineer";
const FILES = applicants(SAMPLE)
  .slice(0, 5)
  .map(({ file }) => file);
const DONE = 60_000;

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: either("evaluate:drop.choose", "evaluate:drop.another") }).click();
  await (await chooser).setFiles(files);
}

async function expectEvaluated(page: Page, count: number): Promise<void> {
  const heading = page.getByRole("heading", { name: text("evaluate:queue.finished", { count }) });
  await expect(heading).toBeVisible({ timeout: DONE });
}

test.describe.configure({ timeout: 100_000 });

/** The row of a file; the name is part of its buttons' labels. */
function rowOf(page: Page, file = "") {
  return page
    .getByRole("table", { name: text("evaluate:list.label") })
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: file }) });
}

test("a ZIP is evaluated live and added to the pipeline", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "三月.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES, TROUBLE) }]);

  await expect(page).toHaveURL(/batch_id=/);
  await expectEvaluated(page, FILES.length);
  const table = page.getByRole("table", { name: text("evaluate:list.label") });
  await expect(table).toHaveAttribute("aria-rowcount", String(FILES.length + 2 + 1));
  const first = rowOf(page, FILES[0]);
  await expect(first.getByRole("img", { name: pattern("common:strip.summary") })).toBeVisible();

  const attention = page.getByRole("region", { name: text("evaluate:attention.title") });
  await expect(attention).toContainText("1");
  await expect(
    attention
      .getByText(either("evaluate:suggestion.document.malformed", "evaluate:suggestion.document.truncated"))
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: text("evaluate:left_out.title", { count: 1 }) }).click();
  await expect(page.getByText(text("evaluate:reason.entry.not_a_resume")).first()).toBeVisible();

  await first.getByRole("checkbox").check();
  await page.getByRole("button", { name: text("evaluate:promote.selected", { count: 1 }) }).click();
  await expect(page.getByText(text("evaluate:promote.created", { count: 1 }))).toBeVisible();
  await page.getByRole("button", { name: text("evaluate:promote.all", { count: FILES.length - 1 }) }).click();
  await expect(page.getByText(text("evaluate:promote.created", { count: FILES.length - 1 }))).toBeVisible();
  await page.getByRole("link", { name: text("evaluate:promote.review") }).click();
  await expect(page).toHaveURL(new RegExp(`/ai-review\\?job_id=${jobId}`));
  await expect(page.locator("[data-candidate]")).toHaveCount(FILES.length);
});

test("failures are shown, deleted with undo, and cleared", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2), TROUBLE) }]);
  await expectEvaluated(page, 2);

  const attention = page.getByRole("region", { name: text("evaluate:attention.title") });
  // A damaged file cannot be retried.
  await expect(attention).toBeVisible();
  await expect(attention.getByRole("button", { name: text("evaluate:attention.retry", { count: 1 }) })).toHaveCount(0);

  const row = rowOf(page, FILES[0]);
  await row.getByRole("button", { name: pattern("evaluate:row.delete") }).click();
  await page.getByRole("button", { name: text("evaluate:row.undo") }).click();
  await expect(row.getByRole("checkbox")).toBeVisible();
  await row.getByRole("button", { name: pattern("evaluate:row.delete") }).click();
  await expect(row).toBeHidden();
  await expectEvaluated(page, 1);

  await attention.getByRole("button", { name: text("evaluate:attention.clear") }).click();
  await page.getByRole("button", { name: text("evaluate:row.undo") }).click();
  await expect(attention).toBeVisible();
  await attention.getByRole("button", { name: text("evaluate:attention.clear") }).click();
  await expect(attention).toBeHidden();
  await expect(page.getByRole("button", { name: text("evaluate:row.undo") })).toBeHidden();
  await expect(attention).toBeHidden();
});

test("an unreadable file is replaced in its row and evaluated", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2), TROUBLE) }]);
  await expectEvaluated(page, 2);

  const attention = page.getByRole("region", { name: text("evaluate:attention.title") });
  const chooser = page.waitForEvent("filechooser");
  await attention.getByRole("button", { name: text("evaluate:panel.replace") }).click();
  const other = {
    name: "new.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(read(SAMPLE, `resumes/${FILES[2]}`)),
  };
  await (await chooser).setFiles(other);
  await expect(page.getByText(text("evaluate:done.replace", { name: "new.pdf" }))).toBeVisible();
  await expectEvaluated(page, 3);
  await expect(attention).toBeHidden();
  await expect(rowOf(page, "new.pdf").getByRole("img", { name: pattern("common:strip.summary") })).toBeVisible();
});

test("loose resumes are packed in the browser", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  const loose = FILES.slice(0, 2).map((name) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(read(SAMPLE, `resumes/${name}`)),
  }));
  await choose(page, loose);
  await expect(page.getByText(text("evaluate:drop.packed_name", { count: 2 })).first()).toBeVisible();
  await expectEvaluated(page, 2);
});

test("a row opens its evaluation with keyboard navigation", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2)) }]);
  await expectEvaluated(page, 2);

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const panel = page.locator("aside");
  await expect(panel.getByRole("heading", { name: text("evaluation:section.criteria") })).toBeVisible();
  const before = await panel.getByRole("heading", { level: 2 }).textContent();
  await page.keyboard.press("j");
  await expect(panel.getByRole("heading", { level: 2 })).not.toHaveText(before ?? "");
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
});

test("finished entries are ranked and searchable", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES) }]);
  await expectEvaluated(page, FILES.length);

  const rows = page.getByRole("table").locator("[data-index]");
  const scores = () => rows.evaluateAll((all) => all.map((row) => Number(row.children[3]?.textContent)));
  await expect(page.getByRole("button", { name: text("evaluate:list.ranked") })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect
    .poll(async () => {
      const shown = await scores();
      return shown.length === FILES.length && shown.every((score, at) => at === 0 || score <= (shown[at - 1] ?? 0));
    })
    .toBe(true);
  await page.getByRole("button", { name: text("evaluate:list.ranked") }).click();
  await expect(
    rows
      .first()
      .getByRole("button", { name: FILES[0] ?? "" })
      .first(),
  ).toBeVisible();

  await page.keyboard.press("/");
  await page.keyboard.type((FILES[3] ?? "").slice(0, 6));
  await expect(rows).toHaveCount(1);
  await expect(
    rows
      .first()
      .getByRole("button", { name: FILES[3] ?? "" })
      .first(),
  ).toBeVisible();
  await page.getByRole("textbox", { name: text("evaluate:list.search") }).fill("没有这个人");
  await expect(page.getByText(text("evaluate:list.nothing_found"))).toBeVisible();
});

test("an idle page sends no requests, and unchanged data is answered with 304", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  let asked = 0;
  let answeredUnchanged = 0;
  page.on("request", (request) => {
    if (request.url().includes("/batches")) asked += 1;
  });
  page.on("response", (response) => {
    if (response.url().includes("/batches") && response.status() === 304) answeredUnchanged += 1;
  });
  await page.clock.install();
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2)) }]);
  await expectEvaluated(page, 2);
  await expect.poll(() => answeredUnchanged).toBeGreaterThan(0);

  // Requests caused by the work may still be open; after them, a minute passes without any.
  await expect
    .poll(async () => {
      const before = asked;
      await page.clock.fastForward("01:00");
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      return asked - before;
    })
    .toBe(0);
});

test("the queue works on a phone and is accessible", async ({ page, account, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await expect(page.getByText(text("evaluate:drop.title"))).toBeVisible();
  await expectAccessible(page);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2), TROUBLE) }]);
  await expectEvaluated(page, 2);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test("without a job, resumes are uploaded to a listed one", async ({ page, account, baseURL }) => {
  await createJob(page, account, SAMPLE, baseURL ?? "");
  const jobId = await createJob(page, account, "en-growth-analyst", baseURL ?? "");
  await page.goto("/evaluate");
  const row = page.getByRole("listitem").filter({ has: page.locator(`a[href*="${jobId}"]`) });
  await expectAccessible(page);
  const chooser = page.waitForEvent("filechooser");
  await row.getByRole("button", { name: text("evaluate:drop.choose") }).click();
  await (await chooser).setFiles([
    { name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 1)) },
  ]);
  await expect(page).toHaveURL(new RegExp(`job_id=${jobId}`));
  await expectEvaluated(page, 1);
});

test("rows between two clicks are selected with the shift key", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES) }]);
  await expectEvaluated(page, FILES.length);
  const boxes = page.getByRole("checkbox", { name: pattern("evaluate:row.select") });
  await expect(boxes).toHaveCount(FILES.length);
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await expect(page.getByRole("button", { name: text("evaluate:promote.selected", { count: 3 }) })).toBeVisible();

  const all = page.getByRole("checkbox", { name: text("evaluate:list.select_all") });
  await all.click();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await all.click();
  await expect(
    page.getByRole("button", { name: text("evaluate:promote.selected", { count: FILES.length }) }),
  ).toBeVisible();
});

test("a mark shows its quotation and opens it in the resume", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 1)) }]);
  await expectEvaluated(page, 1);
  const mark = page.getByRole("row").locator("[data-mark]").first();
  await mark.hover();
  const quote = page.getByRole("tooltip").locator("blockquote").first();
  await expect(quote).toBeVisible();
  await expect(mark).toHaveAttribute("data-lit", "true");
  await mark.click();
  await expect(page.getByRole("complementary").locator('button[aria-pressed="true"]').first()).toBeVisible();
});

test("the marks of as many criteria as a job may have fit their rows", async ({ page, account, baseURL }) => {
  const origin = baseURL ?? "";
  const jobId = await createJob(page, account, SAMPLE, origin);
  const criteria = Array.from({ length: 60 }, (_, at) => {
    const kind = at < 7 ? "must" : "nice";
    return { text: `Java ${at}`, kind, weight: 100 / 60, dimension: "skills_match" };
  });
  await call(page, origin, "PUT", `/api/organizations/${account.organizationId}/jobs/${jobId}/rubric`, { criteria });
  await promoted(page, account, jobId, zip(SAMPLE, FILES.slice(0, 1)), origin);
  for (const path of ["/evaluate", "/ai-review"]) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${path}?job_id=${jobId}`);
      const row = path === "/evaluate" ? rowOf(page) : page.locator("[data-candidate]");
      const marks = row.getByRole("img", { name: pattern("common:strip.summary") });
      await expect(marks).toBeVisible();
      const covered = await marks.evaluate((strip) => {
        const box = strip.getBoundingClientRect();
        const around = strip.closest("[role=row], [data-candidate]");
        const texts = document.createTreeWalker(around ?? strip, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const apart = right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom;
          if (!apart && right > left) found.push(texts.currentNode.textContent ?? "");
        }
        return found;
      });
      expect(covered, `texts under the marks of ${path} at ${width}`).toEqual([]);
    }
  }
});
