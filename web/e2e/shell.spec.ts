// The app shell: languages, appearance, keyboard, phone layout, error pages.
import { expect, type Page } from "@playwright/test";
import { accountButton, expectAccessible, freshAccount, test } from "./support";
import { text } from "./text";

test("the language is switched, stored and used everywhere", async ({ page, account: { organizationName } }) => {
  await page.goto("/jobs");
  await accountButton(page).click();
  await expect(
    page.getByRole("tooltip").or(page.getByRole("dialog")).getByText(organizationName).first(),
  ).toBeVisible();
  await page.getByRole("combobox", { name: text("shell:account.language") }).click();
  await page.getByTitle("Bahasa Indonesia").click();
  await expect(page.getByRole("heading", { name: text("jobs:title", {}, "id-ID") })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: text("jobs:title", {}, "id-ID") })).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem("language"), document.documentElement.lang])).toEqual([
    "id-ID",
    "id-ID",
  ]);
});

test("the appearance follows the system until one is chosen", async ({ page, account: _account }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/jobs");
  const appearance = () => page.evaluate(() => document.documentElement.dataset["appearance"]);
  await expect.poll(appearance).toBe("dark");
  await accountButton(page).click();
  await page.getByText(text("shell:account.appearance_light")).click();
  await expect.poll(appearance).toBe("light");
  await page.reload();
  await expect.poll(appearance).toBe("light");
});

test("the question mark key lists the shortcuts", async ({ page, account: _account }) => {
  await page.goto("/jobs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  await expect(
    page.getByRole("dialog", { name: text("common:keyboard.title") }).getByText(text("jobs:new")),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: text("common:keyboard.title") })).toBeHidden();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/jobs\/new$/);
});

test("Escape closes an open list first and then its dialog", async ({ page, account: _account }) => {
  await page.goto("/schedule");
  await page.getByRole("button", { name: text("schedule:hours.action") }).click();
  const dialog = page.getByRole("dialog", { name: text("schedule:hours.title") });
  const zone = dialog.getByRole("combobox", { name: text("schedule:hours.zone") });
  await expect(zone).toBeFocused();
  await page.keyboard.type("jakarta");
  await expect(zone).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(zone).toHaveAttribute("aria-expanded", "false");
  await expect(dialog).toBeVisible();
  // A list that is still closing takes the next Escape as well.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("on a phone the menu holds every page", async ({ page, account: _account }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/welcome");
  await page.getByRole("button", { name: text("shell:nav.open") }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: text("shell:nav.jobs") })
    .click();
  await expect(page).toHaveURL(/\/jobs$/);
});

test("an unknown address shows the not-found page with the menu", async ({ page, account: _account }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: text("shell:not_found.title") })).toBeVisible();
  await expect(page.getByRole("navigation", { name: text("shell:nav.main") })).toBeVisible();
  await page.getByRole("link", { name: text("shell:not_found.home") }).click();
  await expect(page).toHaveURL(/\/welcome$/);
});

test("a script is served compressed and plain with the same content", async ({ request }) => {
  const script = /assets\/[^"]+\.js/.exec(await (await request.get("/")).text())?.[0] ?? "";
  const sent = async (coding: string) => {
    const response = await request.get(`/${script}`, { headers: { "accept-encoding": coding } });
    const { "content-encoding": used, etag } = response.headers();
    return { used, etag, text: await response.text() };
  };
  const [br, gzip, plain] = [await sent("br, gzip"), await sent("gzip"), await sent("identity")];
  expect([br.used, gzip.used, plain.used]).toEqual(["br", "gzip", undefined]);
  expect(plain.text.length).toBeGreaterThan(1_000);
  expect(br.text === plain.text && gzip.text === plain.text).toBe(true);
  expect(new Set([br.etag, gzip.etag, plain.etag]).size).toBe(3);
});

/** Whether the focused element shows it: by an outline, or by its frame, as fields do. */
const showsFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return true;
    const shows = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
    };
    // The frame of a field is around its input.
    return shows(focused) || (focused.parentElement !== null && shows(focused.parentElement));
  });

for (const path of ["/login", "/welcome", "/jobs", "/guide"]) {
  test(`the focus is visible wherever Tab leads on ${path}`, async ({ page, baseURL }) => {
    if (path !== "/login") await freshAccount(page, baseURL ?? "");
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (let stop = 0; stop < 25; stop += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
      expect(await showsFocus(page), focused).toBe(true);
    }
  });
}

test("tasks stand in the header, closed until asked for", async ({ page, account: _account }) => {
  const at = new Date().toISOString();
  const done = {
    id: "0190c2a0-0000-7000-8000-000000000001",
    kind: "job.draft",
    status: "completed",
    attempts: 1,
    created_at: at,
    finished_at: at,
    progress: { done: 1, total: 1 },
    result: { text: "We build." },
  };
  await page.route("**/api/organizations/*/tasks?*", (route) => route.fulfill({ json: { items: [done], total: 1 } }));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/jobs");
    const tray = page.getByRole("region", { name: text("common:tray.title") });
    const head = tray.getByRole("button").first();
    await expect(head).toHaveAttribute("aria-expanded", "false");
    await head.click();
    await expect(tray.getByRole("listitem", { name: text("tasks:kind.job_draft") })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(tray.getByRole("listitem")).toHaveCount(0);
    await expect(head).toBeFocused();
  }
  await page
    .getByRole("region", { name: text("common:tray.title") })
    .getByRole("button")
    .first()
    .click();
  await page.getByRole("button", { name: text("tasks:clear") }).click();
  await expect(page.getByRole("region", { name: text("common:tray.title") })).toHaveCount(0);
});
