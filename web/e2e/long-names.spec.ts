// Long names and addresses on a phone: nothing leaves the window, and no button is covered.
import { expect, type Locator, type Page } from "@playwright/test";
import { LANGUAGES } from "../src/i18n/languages";
import { onBoard } from "./board";
import { call } from "./people";
import { test } from "./support";
import { text } from "./text";

test.describe.configure({ timeout: 180_000 });
test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

/** 90 letters with and without blanks. */
const NAMES = [
  "Raden Ajeng Siti Nurhalimahningsih Wijayakusumawardhani Kartodirdjosoedarmowibisonoputriningrat",
  "Kartodirdjosoedarmowibisonoputriwijayakusumawardhaninurhalimahningsihadiningratprawirodirdjo",
];
const ADDRESS = "kartodirdjo.soedarmowibisonoputri.wijayakusumawardhani@organisasi-yang-sangat-panjang-sekali.example";

/** What of the page's words reaches beyond the window, and is not cut off by a part that scrolls or ends in dots. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      if (node.parentElement?.closest(".visually-hidden, [role=img]")) continue;
      const box = range.getBoundingClientRect();
      if (box.width === 0 || box.right <= window.innerWidth + 1) continue;
      let right = box.right;
      for (let part = node.parentElement; part; part = part.parentElement) {
        const style = getComputedStyle(part);
        const isCut = style.textOverflow === "ellipsis" || style.overflowX !== "hidden" || style.clipPath !== "none";
        if (style.overflowX !== "visible" && isCut) {
          right = Math.min(right, part.getBoundingClientRect().right);
        }
        if (style.position === "fixed") break;
      }
      const isLane = node.parentElement?.closest("[data-card], [role=region]") !== null;
      if (right > window.innerWidth + 1 && !isLane) found.push(node.textContent ?? "");
    }
    return found;
  });

/** The buttons inside that something else lies over. */
const covered = (within: Locator) =>
  within.evaluateAll((parts) =>
    parts.flatMap((part) =>
      [...part.querySelectorAll("button")]
        .filter((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          const at = document.elementFromPoint(x + width / 2, y + height / 2);
          return width > 0 && at !== null && !button.contains(at) && part.contains(at);
        })
        .map((button) => button.textContent || button.getAttribute("aria-label")),
    ),
  );

test("names of 90 letters and long addresses stay within the window", async ({ page, account, baseURL }) => {
  const origin = baseURL ?? "";
  const root = `/api/organizations/${account.organizationId}`;
  const board = await onBoard(page, account, origin);
  const people: string[] = [];
  for (const [index, id] of board.ids.entries()) {
    const { person } = await call<{ person: { id: string } }>(page, origin, "GET", `${root}/applications/${id}`);
    people.push(person.id);
    const contact = {
      name: NAMES[index % 2],
      email: `${index}.${ADDRESS}`,
      tags: ["kartodirdjosoedarmowibisonoputri"],
    };
    await call(page, origin, "PATCH", `${root}/people/${person.id}`, contact);
  }
  const start = new Date(Date.now() + 26 * 3_600_000);
  await call(page, origin, "POST", `${root}/interview-schedules`, {
    application_id: board.ids[1],
    start_time: start.toISOString(),
    end_time: new Date(start.getTime() + 45 * 60_000).toISOString(),
  });

  const fits = async (where: string) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, where).toBeLessThanOrEqual(390);
    expect(await outside(page), where).toEqual([]);
  };
  const heading = page.getByRole("heading", { level: 1 });

  await page.goto(`/pipeline?job_id=${board.jobId}`);
  await expect(page.locator("[data-card]")).toHaveCount(board.ids.length);
  await fits("board");
  expect(await covered(page.locator("[data-card]"))).toEqual([]);
  await page.goto(`/pipeline?job_id=${board.jobId}&id=${board.ids[1]}`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await fits("the board's candidate");
  for (const [index, id] of people.entries()) {
    await page.goto(`/candidate/${id}`);
    await expect(heading).toContainText(NAMES[index % 2]?.slice(0, 20) ?? "");
    await fits(`candidate ${index}`);
  }
  await page.goto("/schedule");
  await page.locator("[data-schedule] button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await fits("schedule");
  await page.goto(`/batch-email?job_id=${board.jobId}`);
  await expect(page.getByRole("checkbox")).toHaveCount(board.ids.length + 1);
  await fits("recipients");
  await page.goto(`/batch-email?job_id=${board.jobId}&type=rejection&ids=${board.ids.join(",")}`);
  await expect(page.getByText(text("email:to"), { exact: true })).toBeVisible();
  await fits("email");
});

test("the talent pool stays within the narrowest window", async ({ page, account, baseURL }) => {
  const origin = baseURL ?? "";
  const root = `/api/organizations/${account.organizationId}`;
  const board = await onBoard(page, account, origin);
  for (const [index, id] of board.ids.entries()) {
    const { person } = await call<{ person: { id: string } }>(page, origin, "GET", `${root}/applications/${id}`);
    await call(page, origin, "PATCH", `${root}/people/${person.id}`, { name: NAMES[index % 2] });
  }
  await call(page, origin, "POST", `${root}/applications/archive`, { ids: board.ids, reason: "other" });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of LANGUAGES) {
    await page.goto("/talent-pool");
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    await page.reload();
    const boxes = page.locator("table").getByRole("checkbox");
    await expect(boxes).toHaveCount(board.ids.length);
    for (const box of await boxes.all()) await box.check();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBeLessThanOrEqual(320);
    expect(await outside(page), language).toEqual([]);
  }
});
