// Sessions across tabs and over time, and the account page that lists and ends them.
import { expect, type Page } from "@playwright/test";
import { call } from "./people";
import {
  accountButton,
  createOrganization,
  expectAccessible,
  holdRequests,
  PASSWORD,
  register,
  signIn,
  test,
  unique,
} from "./support";
import { pattern, text } from "./text";

async function signOut(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole("button", { name: text("shell:account.sign_out") }).click();
}

test("signing out and in applies to all tabs", async ({ page, context, account }) => {
  await page.goto("/welcome");
  const other = await context.newPage();
  await other.goto("/jobs");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText(text("auth:login.expired"))).toBeHidden();
  await signIn(page, account.email);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(other.getByRole("banner")).toBeVisible();
});

test("one tab refreshes the session before it expires", async ({ page, context, account: _account }) => {
  const other = await context.newPage();
  let refreshes = 0;
  // Only the pages' clocks are advanced, so the server's expiry times are shifted too.
  await context.route("**/api/auth/refresh", async (route) => {
    refreshes += 1;
    const response = await route.fetch();
    const expires_at = new Date(Date.now() + 3 * 3_600_000).toISOString();
    await route.fulfill({ response, json: { ...(await response.json()), expires_at } });
  });
  for (const tab of [page, other]) {
    await tab.clock.install();
    await tab.goto("/welcome");
    await expect(tab.getByRole("banner")).toBeVisible();
  }
  const lasts = (tab: Page) => tab.evaluate(() => localStorage.getItem("bole.session"));
  const before = await lasts(other);
  // The tabs share a clock, and either may refresh.
  const refreshed = context.waitForEvent("response", (response) => response.url().endsWith("/api/auth/refresh"));
  await page.clock.fastForward("59:00");
  expect((await refreshed).status()).toBe(200);
  for (const tab of [page, other]) await expect.poll(() => lasts(tab)).not.toBe(before);
  // Tabs in different processes see each other's storage with a delay; a second refresh is harmless.
  expect(refreshes).toBeLessThanOrEqual(2);
  const until = refreshes;
  await page.clock.fastForward("59:00");
  for (const tab of [page, other]) await expect(tab.getByRole("banner")).toBeVisible();
  expect(refreshes).toBe(until);
});

test("a session ended elsewhere asks to sign in again and keeps the page", async ({ page, otherPage, account }) => {
  await page.goto("/jobs?status=inactive");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const elsewhere = await otherPage();
  await elsewhere.goto("/login");
  await signIn(elsewhere, account.email);
  await expect(elsewhere.getByRole("banner")).toBeVisible();
  await elsewhere.goto("/account");
  await expect(
    elsewhere.getByText(text("account:devices.browser_on", { system: "Linux", browser: "Chrome" })),
  ).toHaveCount(2);
  // The page would notice the end of its session by itself, if it came to it before the click.
  const send = await holdRequests(page);
  await elsewhere.getByRole("button", { name: text("account:devices.everywhere") }).click();
  await elsewhere
    .getByRole("dialog")
    .getByRole("button", { name: text("account:devices.everywhere") })
    .click();
  await expect(elsewhere).toHaveURL(/\/login/);

  await page.getByRole("tab", { name: text("jobs:status.archived") }).click();
  await expect(page).toHaveURL(/status=archived/);
  send();
  const again = page.getByRole("dialog", { name: text("auth:again.title") });
  await again.getByLabel(text("auth:password"), { exact: true }).fill(PASSWORD);
  await again.getByRole("button", { name: text("auth:login.submit") }).click();
  await expect(again).toHaveCount(0);
  await expect(page).toHaveURL(/\/jobs\?status=archived$/);
});

test("name and password are changed, and another device is signed out", async ({ page, otherPage, account }) => {
  const elsewhere = await otherPage();
  await elsewhere.goto("/login");
  await signIn(elsewhere, account.email);
  await expect(elsewhere.getByRole("banner")).toBeVisible();

  await page.goto("/account");
  const ends = page.getByRole("button", { name: pattern("account:devices.end_named") });
  await expect(page.getByText(text("account:devices.this"))).toBeVisible();
  await expectAccessible(page);
  const before = await ends.count();
  await ends.first().click();
  await expect(ends).toHaveCount(before - 1);

  await page.getByLabel(text("account:profile.full_name")).fill("林小悦");
  await page
    .getByRole("region", { name: text("account:profile.title") })
    .getByRole("button", { name: text("account:profile.save") })
    .click();
  await expect(page.getByText(text("account:profile.saved"))).toBeVisible();
  await page.getByLabel(text("account:password.new")).fill("password1");
  await page.getByLabel(text("account:password.again")).fill("password1");
  await page.getByRole("button", { name: text("account:password.save") }).click();
  await expect(page.getByText(text("errors:auth.password_common"))).toBeVisible();
  await page.getByLabel(text("account:password.new")).fill("bole-xiangma-2026");
  await page.getByLabel(text("account:password.again")).fill("bole-xiangma-2026");
  await page.getByRole("button", { name: text("account:password.save") }).click();
  await expect(page.getByText(text("account:password.saved"))).toBeVisible();
  await expect(ends).toHaveCount(0);

  await page.goto("/welcome");
  await expect(page.getByRole("heading", { name: text("welcome:title", { name: "林小悦" }) })).toBeVisible();
  await elsewhere.goto("/jobs");
  await expect(elsewhere).toHaveURL(/\/login/);
});

/** Holds back all responses from now on. */
async function holdAnswers(page: Page): Promise<void> {
  await page.route("**/api/**", () => {});
}

const stopHolding = (page: Page) => page.unrouteAll({ behavior: "ignoreErrors" });

/** Number of lists persisted in this browser. */
const keptLists = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("bole");
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const database = opening.result;
          const done = (count: number) => {
            database.close();
            resolve(count);
          };
          if (!database.objectStoreNames.contains("lists")) return done(0);
          const counting = database.transaction("lists").objectStore("lists").count();
          counting.onsuccess = () => done(counting.result);
          counting.onerror = () => done(0);
        };
      }),
  );

test("a page starts with its cached content and never with another user's", async ({ page, account, baseURL }) => {
  const origin = baseURL ?? "";
  const title = unique("夜班护士");
  const jobs = `/api/organizations/${account.organizationId}/jobs`;
  await call(page, origin, "POST", jobs, { title, jd: "夜间病房护理" });
  await page.goto("/jobs");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await expect.poll(() => keptLists(page)).toBeGreaterThan(0);

  await holdAnswers(page);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("link", { name: title })).toBeVisible();

  // After signing out no user is known and nothing is persisted.
  await stopHolding(page);
  await page.reload();
  await signOut(page);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => keptLists(page)).toBe(0);
  const begins = async () => {
    await holdAnswers(page);
    const asked = page.waitForRequest("**/api/auth/session");
    await page.goto("/jobs", { waitUntil: "commit" });
    await asked;
    await expect(page.getByRole("img", { name: text("shell:brand", {}, "en-US") }).first()).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
    await stopHolding(page);
  };
  await begins();

  // Another user in the same browser.
  await register(page.request, origin, "陈思远");
  await createOrganization(page.request, origin);
  await begins();
  await page.goto("/jobs");
  await expect(page.getByRole("heading", { name: text("jobs:title") })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test("a user who signs in after another one's session expired finds nothing that was typed", async ({
  page,
  context,
  account,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const draft = unique("保密职位");
  const title = (where: Page) => where.getByLabel(text("jobs:field.title"));
  await page.goto("/jobs/new");
  await title(page).fill(draft);
  await expect(page.getByText(text("jobs:draft.kept"))).toBeVisible();
  await call(page, origin, "POST", "/api/auth/sign-out", {});
  await page.getByLabel(text("jobs:field.jd")).fill("负责数据平台。");
  await expect(page.getByRole("dialog", { name: text("auth:again.title") })).toBeVisible();

  const other = await context.newPage();
  const email = await register(other.request, origin, "陈思远");
  await createOrganization(other.request, origin);
  await call(other, origin, "POST", "/api/auth/sign-out", {});
  await other.goto("/login");
  await signIn(other, email);
  await expect(other.getByRole("banner")).toBeVisible();
  await other.goto("/jobs/new");
  await expect(title(other)).toHaveValue("");
  // The tab of the former user follows, without their text.
  await expect(page.getByRole("dialog", { name: text("auth:again.title") })).toHaveCount(0);
  await expect(page.getByText(account.organizationName)).toHaveCount(0);
  await page.goto("/jobs/new");
  await expect(title(page)).toHaveValue("");
});
