// Takes the screenshots of docs/tour.md from the demo, for scripts/screenshots.sh; no tests.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { test } from "../e2e/demo";

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

/** Waits until the page has loaded and rendered. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.locator(".ant-skeleton, .ant-spin-spinning, [aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

test("pictures of the tour", async ({ demo }) => {
  test.setTimeout(600_000);
  const { job = "", candidate = "", interview = "", booking = "" } = demo.parameters;
  expect([job, candidate, interview, booking], "what the demo shows").not.toContain("");
  const pictures: Picture[] = [
    { name: "pipeline", path: `/pipeline?job_id=${job}` },
    {
      name: "evaluate",
      path: `/evaluate?job_id=${job}`,
      before: async (page) => expect(page.getByRole("row").nth(8)).toBeVisible({ timeout: 120_000 }),
    },
    {
      name: "review",
      path: `/ai-review?job_id=${job}`,
      before: async (page) => {
        await page.keyboard.press("j");
        await page.keyboard.press("Enter");
      },
    },
    { name: "candidate", path: `/candidate/${candidate}` },
    { name: "schedule", path: "/schedule" },
    { name: "interview", path: `/interview/${interview}` },
    { name: "offers", path: "/offer-workbench" },
    { name: "talent-pool", path: "/talent-pool" },
    { name: "dashboard", path: "/dashboard?days=365", height: 1180 },
    { name: "dashboard-dark", path: "/dashboard?days=365", language: "id-ID", theme: "dark" },
    { name: "pipeline-zh", path: `/pipeline?job_id=${job}`, language: "zh-CN" },
    {
      name: "booking-phone",
      path: `/booking/${booking}`,
      language: "zh-CN",
      width: 390,
      height: 844,
      before: async (page) => expect(page.getByRole("radio")).not.toHaveCount(0),
    },
  ];
  for (const { name, path, language = "en-US", theme = "light", width = 1440, height = 900, before } of pictures) {
    const page = await demo.context.newPage();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    await page.goto(path);
    await settled(page);
    await before?.(page);
    await settled(page);
    const devtools = await demo.context.newCDPSession(page);
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 82 });
    writeFileSync(`${FOLDER}${name}.webp`, Buffer.from(data, "base64"));
    await page.close();
  }
});
