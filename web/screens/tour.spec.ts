// Takes the screenshots of docs/tour.md from the demo, for scripts/screenshots.sh; no tests.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Demo, test } from "../e2e/demo";
import { STAGE } from "../src/entities/application/stages";

const FOLDER = fileURLToPath(new URL("../../docs/screens/", import.meta.url));

interface Picture {
  name: string;
  path: string;
  language?: string;
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** Actions before the screenshot. */
  before?: (page: Page) => Promise<void>;
}

/** A browser in the time zone of the demo's interviewers, so that interviews are at their office hours. */
async function inShanghai(demo: Demo, baseURL: string): Promise<BrowserContext> {
  const browser = demo.context.browser();
  if (!browser) throw new Error("no browser");
  return browser.newContext({
    baseURL,
    storageState: await demo.context.storageState(),
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
  });
}

/** The English job of the demo, and what the pictures show of it, so that their texts are in one language. */
async function englishJob({ context }: Demo) {
  const get = async <T>(path: string): Promise<T[]> => (await (await context.request.get(path)).json()).items;
  const [membership] = await get<{ organization_id: string }>("/api/me/organizations");
  const organization = `/api/organizations/${membership?.organization_id}`;
  const jobs = await get<{ id: string; title: string }>(`${organization}/jobs`);
  const job = jobs.find(({ title }) => title.includes("Analyst"))?.id;
  const offers = await get<{ person_id: string; job_id: string }>(`${organization}/offers`);
  const interviewed = await get<{ id: string; sub_status: string }>(
    `${organization}/jobs/${job}/board?status=${STAGE.online}`,
  );
  const planned = await get<{ application_id: string }>(`${organization}/interview-schedules?status=scheduled`);
  const emails = await get<{ body: string }>(`${organization}/emails?status=sent&limit=200`);
  let offer = "";
  for (const { body } of emails) {
    const token = /\/offer\/([\w-]+)/.exec(body)?.[1];
    const answer = token ? await context.request.get(`/api/offers/${token}`) : null;
    if (!answer?.ok()) continue;
    const page: { status: string; position: string } = await answer.json();
    if (page.status === "viewed" && page.position.includes("工程师")) offer = token ?? "";
  }
  return {
    offer,
    job: job ?? "",
    candidate: offers.find(({ job_id }) => job_id === job)?.person_id ?? "",
    interview: interviewed.find(({ id }) => planned.some(({ application_id }) => application_id === id))?.id ?? "",
  };
}

/** Waits until the page has loaded and rendered. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.locator(".ant-skeleton, .ant-spin-spinning, [aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

test("pictures of the tour", async ({ demo, baseURL }) => {
  test.setTimeout(600_000);
  const { job: chinese = "", booking = "" } = demo.parameters;
  const { job, candidate, interview, offer } = await englishJob(demo);
  expect([chinese, booking, job, candidate, interview, offer], "what the demo shows").not.toContain("");
  const pictures: Picture[] = [
    { name: "pipeline", path: `/pipeline?job_id=${job}` },
    {
      name: "evaluate",
      path: `/evaluate?job_id=${chinese}`,
      before: async (page) => expect(page.getByRole("row").nth(8)).toBeVisible({ timeout: 120_000 }),
    },
    { name: "review", path: `/ai-review?job_id=${job}` },
    { name: "candidate", path: `/candidate/${candidate}` },
    { name: "schedule", path: "/schedule" },
    { name: "interview", path: `/interview/${interview}` },
    { name: "offers", path: "/offer-workbench" },
    { name: "talent-pool", path: "/talent-pool" },
    { name: "dashboard", path: "/dashboard?days=365", height: 1180 },
    { name: "dashboard-dark", path: "/dashboard?days=365", language: "id-ID", theme: "dark" },
    { name: "pipeline-zh", path: `/pipeline?job_id=${chinese}`, language: "zh-CN" },
    {
      name: "booking-phone",
      path: `/booking/${booking}`,
      language: "zh-CN",
      width: 390,
      height: 844,
      before: async (page) => expect(page.getByRole("radio")).not.toHaveCount(0),
    },
    { name: "offer-phone", path: `/offer/${offer}`, language: "zh-CN", width: 390, height: 844 },
  ];
  const context = await inShanghai(demo, baseURL ?? "");
  for (const { name, path, language = "en-US", theme = "light", width = 1440, height = 900, before } of pictures) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    await page.goto(path);
    await settled(page);
    await before?.(page);
    await settled(page);
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 82 });
    writeFileSync(`${FOLDER}${name}.webp`, Buffer.from(data, "base64"));
    await page.close();
  }
  await context.close();
});
