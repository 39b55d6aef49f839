// The server restarts during a batch: nothing on screen is lost, and the batch goes on.
import { test as base, expect, type Page } from "@playwright/test";
import { strToU8 } from "fflate";
import { applicants, createJob, read, zip } from "./resumes";
import { OwnServer } from "./server";
import { freshAccount } from "./support";
import { pattern, text } from "./text";

const SAMPLE = "zh-backend-engineer";
const COPIES = 6;
const TOUR_SEEN = { name: "bole.tour", value: "seen" };

const test = base.extend<{ own: { server: OwnServer; page: Page } }>({
  own: [
    async ({ browser }, use, { project }) => {
      const server = await OwnServer.begin();
      const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [TOUR_SEEN] }] };
      const context = await browser.newContext({ ...project.use, baseURL: server.url, storageState });
      await use({ server, page: await context.newPage() });
      await context.close();
      await server.end();
    },
    { timeout: 100_000 },
  ],
});

test.describe.configure({ timeout: 240_000 });

/** A ZIP that takes a while: several copies of each resume, which differ in bytes that nobody sees. */
function longArchive(): { names: string[]; bytes: Buffer } {
  const entries = applicants(SAMPLE)
    .filter(({ file }) => file.endsWith(".pdf"))
    .flatMap(({ file }) => Array.from({ length: COPIES }, (_, copy) => ({ file, name: `${copy + 1}号-${file}` })));
  const files = entries.map(({ file, name }): [string, Uint8Array] => [
    name,
    Buffer.concat([read(SAMPLE, `resumes/${file}`), strToU8(`\n% ${name}\n`)]),
  ]);
  return { names: entries.map(({ name }) => name), bytes: zip(SAMPLE, [], Object.fromEntries(files)) };
}

test("the live queue keeps its rows, search and selection during a restart, and goes on", async ({ own }) => {
  const { server, page } = own;
  const account = await freshAccount(page, server.url);
  const jobId = await createJob(page, account, SAMPLE, server.url);
  const { names, bytes } = longArchive();
  const [first = ""] = names;

  await page.goto(`/evaluate?job_id=${jobId}`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: text("evaluate:drop.choose") }).click();
  await (await chooser).setFiles([{ name: "a.zip", mimeType: "application/zip", buffer: bytes }]);
  await expect(page).toHaveURL(/batch_id=/);
  const search = page.getByRole("textbox", { name: text("evaluate:list.search") });
  await search.fill(`${first} `);
  const rows = page.getByRole("table", { name: text("evaluate:list.label") }).getByRole("row");
  const row = rows.filter({ has: page.getByRole("button", { name: first }) });
  await expect(row.getByRole("img", { name: pattern("common:strip.summary") })).toBeVisible();
  await row.getByRole("checkbox").check();

  const expectKept = async () => {
    await expect(search).toHaveValue(`${first} `);
    await expect(row.getByRole("checkbox")).toBeChecked();
  };
  await server.stop();
  await expect(page.getByText(text("common:stale.text")).first()).toBeVisible();
  await expectKept();

  await server.start();
  await expect(page.getByText(text("common:stale.text"))).toHaveCount(0);
  await expectKept();
  const finished = page.getByRole("heading", { name: text("evaluate:queue.finished", { count: names.length }) });
  await expect(finished).toBeVisible({ timeout: 120_000 });
  await expectKept();
});
