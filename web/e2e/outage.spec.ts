// What happens to an open page while the network is gone, the server is upgraded, or the session ends.
import { expect, type Page } from "@playwright/test";
import { call } from "./people";
import { expectAccessible, PASSWORD, test } from "./support";
import { text } from "./text";

const TITLE = "数据工程师";

/** A page with something typed. */
async function typeTitle(page: Page): Promise<void> {
  await page.goto("/jobs/new");
  await page.getByLabel(text("jobs:field.title")).fill(TITLE);
}

const expectTyped = (page: Page) => expect(page.getByLabel(text("jobs:field.title"))).toHaveValue(TITLE);

const palette = (page: Page) => page.getByRole("dialog", { name: text("shell:palette.title") });

test("a page that is open during an upgrade says so where a part is missing, and keeps what was typed", async ({
  page,
  account: _account,
}) => {
  await typeTitle(page);
  // The new version has other names, and only its own files.
  await page.route("**/assets/PaletteDialog-*", (route) => route.fulfill({ status: 404, body: "" }));
  await page.route(
    ({ pathname }) => pathname === "/",
    (route) =>
      route.fulfill({ contentType: "text/html", body: '<script type="module" src="/assets/next.js"></script>' }),
  );
  await page.keyboard.press("Control+k");
  const notice = page.getByRole("alert").filter({ hasText: text("common:late.new_version") });
  await expect(notice.getByRole("button", { name: text("common:late.reload") })).toBeVisible();
  await expectTyped(page);
  await expectAccessible(page);
});

test("a part that fails once is loaded again", async ({ page, account: _account }) => {
  await typeTitle(page);
  let failures = 0;
  await page.route("**/assets/PaletteDialog-*.js", (route) => {
    failures += 1;
    return failures === 1 ? route.abort() : route.continue();
  });
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await expectTyped(page);
});

test("a page without network says so, and goes on by itself", async ({ page, context, account: _account }) => {
  await typeTitle(page);
  await context.setOffline(true);
  await expect(page.getByText(text("common:late.offline_line"))).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByText(text("common:late.offline"), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(palette(page)).toBeVisible();
  await expect(page.getByText(text("common:late.offline_line"))).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expectTyped(page);
});

test("a page that is opened without network is complete once the network is back", async ({
  page,
  context,
  account: _account,
}) => {
  await page.goto("/welcome");
  const menu = page.getByRole("navigation", { name: text("shell:nav.main") });
  await expect(menu).toBeVisible();
  await context.setOffline(true);
  await menu.getByRole("link", { name: text("shell:nav.dashboard") }).click();
  await expect(page.getByText(text("shell:error.network"))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: text("dashboard:title") })).toBeVisible();
  await expect(page.getByText(text("shell:error.network"))).toHaveCount(0);
  // Every style sheet that was requested is there.
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('link[rel="stylesheet"]')].every((one) => "sheet" in one && one.sheet),
      ),
    )
    .toBe(true);
});

test("a session that ends is continued over the page, with what was typed", async ({ page, account, baseURL }) => {
  await typeTitle(page);
  await call(page, baseURL ?? "", "POST", "/api/auth/sign-out", {});
  // The next request notices.
  await page.getByLabel(text("jobs:field.jd")).fill("负责数据平台。");
  const dialog = page.getByRole("dialog", { name: text("auth:again.title") });
  await expect(dialog.getByText(account.email)).toHaveCount(0);
  await expect(dialog.getByLabel(text("auth:email"))).toHaveValue(account.email);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await dialog.getByLabel(text("auth:password"), { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: text("auth:login.submit") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/jobs\/new$/);
  await expectTyped(page);
  await page.getByRole("button", { name: text("jobs:create") }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
});
