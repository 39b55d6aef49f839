// The server restarts during a batch: nothing on screen is lost, and the batch goes on.
import { test as base, expect, type Page } from "@playwright/test";
import { call } from "./people";
import { PROVIDER_KEY, Provider } from "./provider";
import { applicants, createJob, zip } from "./resumes";
import { OwnServer } from "./server";
import { freshAccount } from "./support";
import { pattern, text } from "./text";

const SAMPLE = "zh-backend-engineer";
const TOUR_SEEN = { name: "bole.tour", value: "seen" };

const test = base.extend<{ own: { server: OwnServer; page: Page; provider: Provider } }>({
  own: [
    async ({ browser }, use, { project }) => {
      const provider = await Provider.start();
      // Resumes are evaluated one by one, so that some remain for after the restart.
      const server = await OwnServer.begin("--concurrency-models", "1");
      const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [TOUR_SEEN] }] };
      const context = await browser.newContext({ ...project.use, baseURL: server.url, storageState });
      await use({ server, page: await context.newPage(), provider });
      await context.close();
      provider.stop();
      await server.end();
    },
    { timeout: 100_000 },
  ],
});

test.describe.configure({ timeout: 240_000 });

test("the live queue keeps its rows, search and selection during a restart, and goes on", async ({ own }) => {
  const { server, page, provider } = own;
  const account = await freshAccount(page, server.url);
  const settings = { baseUrl: provider.url, modelName: "browser", apiKey: PROVIDER_KEY };
  await call(page, server.url, "PUT", `/api/organizations/${account.organizationId}/settings/ai`, settings);
  const jobId = await createJob(page, account, SAMPLE, server.url);
  const candidates = applicants(SAMPLE);
  // The job's criteria and the first evaluation.
  provider.hold(2);

  await page.goto(`/evaluate?job_id=${jobId}`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: text("evaluate:drop.choose") }).click();
  const archive = {
    name: "a.zip",
    mimeType: "application/zip",
    buffer: zip(
      SAMPLE,
      candidates.map(({ file }) => file),
    ),
  };
  await (await chooser).setFiles([archive]);
  await expect(page).toHaveURL(/batch_id=/);
  const rows = page.getByRole("table", { name: text("evaluate:list.label") }).getByRole("row");
  const evaluated = rows.filter({ has: page.getByRole("img", { name: pattern("common:strip.summary") }) });
  const shown = await evaluated.innerText();
  const first = candidates.find(({ name }) => shown.includes(name))?.name ?? "";
  const search = page.getByRole("textbox", { name: text("evaluate:list.search") });
  await search.fill(`${first} `);
  const row = rows.filter({ has: page.getByRole("button", { name: first }) });
  await row.getByRole("checkbox").check();

  const expectKept = async () => {
    await expect(search).toHaveValue(`${first} `);
    await expect(row.getByRole("checkbox")).toBeChecked();
  };
  const stopped = server.stop();
  await expect(page.getByText(text("common:stale.text")).first()).toBeVisible();
  await expectKept();

  provider.release();
  await stopped;
  await server.start();
  await expect(page.getByText(text("common:stale.text"))).toHaveCount(0);
  await expectKept();
  const finished = page.getByRole("heading", { name: text("evaluate:queue.finished", { count: candidates.length }) });
  await expect(finished).toBeVisible({ timeout: 120_000 });
  await expectKept();
});
