// The server restarts during a batch: nothing on screen is lost.
import { expect } from "@playwright/test";
import { applicants, createJob, zip } from "./resumes";
import { test } from "./support";
import { text } from "./text";

const SAMPLE = "zh-backend-engineer";
const [first = "", second = ""] = applicants(SAMPLE).map(({ file }) => file);

test.describe.configure({ timeout: 120_000 });

test("the live queue keeps its search and its rows while the server is away", async ({ page, account, baseURL }) => {
  const jobId = await createJob(page, account, SAMPLE, baseURL ?? "");
  await page.goto(`/evaluate?job_id=${jobId}`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: text("evaluate:drop.choose") }).click();
  const file = { name: "a.zip", mimeType: "application/zip", buffer: zip(SAMPLE, [first, second]) };
  await (await chooser).setFiles([file]);
  await expect(page).toHaveURL(/batch_id=/);
  await expect(page.getByRole("heading", { name: text("evaluate:queue.finished", { count: 2 }) })).toBeVisible({
    timeout: 60_000,
  });

  // One entry stays open, so that the page keeps polling.
  let away = false;
  await page.route(/\/api\/organizations\/[^/]+\/batches\/[^/]+(\/tasks.*)?$/, async (route) => {
    if (away) return route.fulfill({ status: 500, contentType: "application/problem+json", body: "{}" });
    const response = await route.fetch();
    if (new URL(route.request().url()).pathname.endsWith("/tasks")) return route.fulfill({ response });
    const batch = await response.json();
    return route.fulfill({ json: { ...batch, status: "processing", counts: { ...batch.counts, pending: 1 } } });
  });
  await page.reload();
  const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: first }) });
  await expect(row).toBeVisible();
  const search = page.getByRole("textbox", { name: text("evaluate:list.search") });
  await search.fill(`${first} `);
  await expect(page.getByRole("row").filter({ has: page.getByRole("button", { name: second }) })).toBeHidden();

  away = true;
  await expect(page.getByText(text("common:stale.text")).first()).toBeVisible();
  await expect(search).toHaveValue(`${first} `);
  await expect(row).toBeVisible();

  away = false;
  await expect(page.getByText(text("common:stale.text"))).toHaveCount(0);
  await expect(search).toHaveValue(`${first} `);
  await expect(row).toBeVisible();
});
