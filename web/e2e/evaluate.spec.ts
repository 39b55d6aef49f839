// The main job: a ZIP in, evaluated before the eyes, what failed understood, and the rest on the board.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { applicants, createJob, read, TROUBLE, zip } from "./resumes";
import { test } from "./support";

const SAMPLE = "zh-backend-engineer";
const FILES = applicants(SAMPLE)
  .slice(0, 5)
  .map(({ file }) => file);
const DONE = 60_000;

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser", { timeout: 15_000 });
  await page.getByRole("button", { name: /选择文件|继续上传/ }).click({ timeout: 10_000 });
  await (await chooser).setFiles(files);
}

test.describe.configure({ timeout: 100_000 });

test("a ZIP is evaluated before the eyes and promoted to the board", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "三月.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES, TROUBLE) }]);

  await expect(page).toHaveURL(/batch_id=/);
  await expect(page.getByRole("heading", { name: `已评估 ${FILES.length} 份简历` })).toBeVisible({ timeout: DONE });
  const table = page.getByRole("table", { name: "本批次的简历" });
  await expect(table).toHaveAttribute("aria-rowcount", String(FILES.length + 2 + 1));
  const first = table.getByRole("row").filter({ hasText: FILES[0] ?? "" });
  await expect(first.getByRole("img", { name: /评估依据/ })).toBeVisible();

  const attention = page.getByRole("region", { name: "需要处理" });
  await expect(attention).toContainText("1");
  await expect(attention.getByText(/重新上传|重试/).first()).toBeVisible();
  await page.getByRole("button", { name: "1 个文件未评估" }).click();
  await expect(page.getByText("不是 PDF 或 Word 文件。").first()).toBeVisible();

  await first.getByRole("checkbox").check();
  await page.getByRole("button", { name: "将选中的 1 人放入看板" }).click();
  await expect(page.getByText("新增候选人 1 人")).toBeVisible();
  await page.getByRole("button", { name: `将 ${FILES.length - 1} 人放入看板` }).click();
  await expect(page.getByText(`新增候选人 ${FILES.length - 1} 人`)).toBeVisible();
  await page.getByRole("link", { name: "查看候选人" }).click();
  await expect(page).toHaveURL(new RegExp(`/ai-review\\?job_id=${jobId}`));
  await expect(page.locator("[data-candidate]")).toHaveCount(FILES.length);
});

test("what failed is retried, deleted with a way back, and cleared", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2), TROUBLE) }]);
  await expect(page.getByRole("heading", { name: "已评估 2 份简历" })).toBeVisible({ timeout: DONE });

  const attention = page.getByRole("region", { name: "需要处理" });
  await attention.getByRole("button", { name: "重试 1 份" }).click();
  await expect(page.getByText("正在重试 1 份简历。")).toBeVisible();
  await expect(attention).toBeVisible({ timeout: DONE });

  const table = page.getByRole("table");
  const row = table.getByRole("row").filter({ hasText: FILES[0] ?? "" });
  await row.getByRole("button", { name: /^删除/ }).click();
  await page.getByRole("button", { name: "撤销" }).click();
  await expect(row.getByRole("checkbox")).toBeVisible();
  await row.getByRole("button", { name: /^删除/ }).click();
  await expect(row).toBeHidden();
  await expect(page.getByRole("heading", { name: "已评估 1 份简历" })).toBeVisible();

  await attention.getByRole("button", { name: "清除失败项" }).click();
  await expect(attention).toBeHidden();
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
  await expect(page.getByText("2 份简历.zip").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "已评估 2 份简历" })).toBeVisible({ timeout: DONE });
});

test("a row opens its evaluation, and the keyboard walks on from there", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2)) }]);
  await expect(page.getByRole("heading", { name: "已评估 2 份简历" })).toBeVisible({ timeout: DONE });

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const panel = page.locator("aside");
  await expect(panel.getByRole("heading", { name: "评估依据" })).toBeVisible();
  const before = await panel.getByRole("heading", { level: 2 }).textContent();
  await page.keyboard.press("j");
  await expect(panel.getByRole("heading", { level: 2 })).not.toHaveText(before ?? "");
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
});

test("what is done is ranked, and found by a name", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES) }]);
  await expect(page.getByRole("heading", { name: `已评估 ${FILES.length} 份简历` })).toBeVisible({ timeout: DONE });

  const rows = page.getByRole("table").locator("[data-index]");
  const scores = () => rows.evaluateAll((all) => all.map((row) => Number(row.children[3]?.textContent)));
  await expect(page.getByRole("button", { name: "高分在前" })).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => {
      const shown = await scores();
      return shown.length === FILES.length && shown.every((score, at) => at === 0 || score <= (shown[at - 1] ?? 0));
    })
    .toBe(true);
  await page.getByRole("button", { name: "高分在前" }).click();
  await expect(rows.first()).toContainText(FILES[0] ?? "");

  await page.keyboard.press("/");
  await page.keyboard.type((FILES[3] ?? "").slice(0, 6));
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(FILES[3] ?? "");
  await page.getByRole("textbox", { name: "搜索姓名或文件名" }).fill("没有这个人");
  await expect(page.getByText("没有符合的简历。")).toBeVisible();
});

test("nothing is asked while nothing happens, and what did not change is not sent again", async ({
  page,
  account,
  baseURL,
}) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  const asked: { url: string; status: number; at: number }[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/batches")) {
      asked.push({ url: response.url(), status: response.status(), at: Date.now() });
    }
  });
  await page.goto(`/evaluate?job_id=${jobId}`);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2)) }]);
  await expect(page.getByRole("heading", { name: "已评估 2 份简历" })).toBeVisible({ timeout: DONE });
  await expect.poll(() => asked.filter(({ status }) => status === 304).length).toBeGreaterThan(0);

  // Three polling intervals of quiet: the last answers of the work itself may still be on their way before.
  const quiet = 4_500;
  await expect
    .poll(() => Date.now() - Math.max(...asked.map(({ at }) => at)), { timeout: 30_000 })
    .toBeGreaterThan(quiet);
});

test("the queue holds on a phone and for everybody", async ({ page, account, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  await expect(page.getByText("把简历压缩包（ZIP）拖到这里")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await choose(page, [{ name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, FILES.slice(0, 2), TROUBLE) }]);
  await expect(page.getByRole("heading", { name: "已评估 2 份简历" })).toBeVisible({ timeout: DONE });
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
