// From registering an organization to its first job, and resetting a password.
import { expect, type Page } from "@playwright/test";
import { expectAccessible, freshAccount, mailedLink, PASSWORD, register, test, unique } from "./support";
import { text } from "./text";

async function fillAccount(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel(text("auth:full_name")).fill("陈思远");
  await page.getByLabel(text("auth:email")).fill(email);
  await page.getByLabel(text("auth:password"), { exact: true }).fill(password);
  await page.getByLabel(text("auth:register.confirm_password")).fill(password);
  await page.getByRole("checkbox").check();
}

const next = (page: Page) => page.getByRole("button", { name: text("auth:register.submit") });
const verified = (page: Page) => page.getByRole("button", { name: text("auth:check.verified") });

test("a new user signs up, confirms, and creates an organization and its first job", async ({
  page,
  request,
  otherPage,
}) => {
  const email = `${unique("new")}@yunfan.example`;
  await page.goto("/login");
  await page.getByRole("link", { name: text("auth:login.register") }).click();
  await fillAccount(page, email);
  await expectAccessible(page);
  await next(page).click();

  await expect(page.getByRole("heading", { name: text("auth:check.title") })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await expectAccessible(page);
  await verified(page).click();
  await expect(page.getByRole("alert")).toContainText(text("auth:check.not_yet"));
  await page.getByRole("button", { name: text("auth:check.resend") }).click();
  await expect(page.getByRole("status")).toContainText(text("auth:login.resent"));

  const link = await mailedLink(request, email, "token_hash=");
  const phone = await otherPage();
  await phone.goto(link.href.replace(link.origin, new URL(page.url()).origin));
  await expectAccessible(phone);
  await phone.getByRole("button", { name: text("auth:verify.continue") }).click();
  await expect(phone).toHaveURL(/\/register$/);
  await expect(phone.getByRole("heading", { name: text("auth:register.organization_title") })).toBeVisible();

  await verified(page).click();
  await expect(page.getByRole("heading", { name: text("auth:register.organization_title") })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(text("common:organization.name")).fill("Yunfan Digital");
  await expect(page.getByLabel(text("common:organization.slug"))).toHaveValue("yunfan-digital");
  await page.getByLabel(text("common:organization.slug")).fill(`${unique("Yun Fan")}!`);
  await expect(page.getByLabel(text("common:organization.slug"))).toHaveValue(/^yun-fan-[a-z0-9-]+$/);
  await page.getByLabel(text("common:organization.industry")).selectOption({ label: text("common:industry.tech") });
  await page.getByLabel(text("common:organization.size")).selectOption("11-50");
  await page.getByText(text("common:plan.pro")).click();

  await page.getByRole("button", { name: text("auth:register.back") }).click();
  await expect(page.getByText(text("auth:register.known", { email }))).toBeVisible();
  await page.getByRole("button", { name: text("auth:register.continue") }).click();
  await page.getByLabel(text("common:organization.name")).fill("Yunfan Digital");
  await page.getByLabel(text("common:organization.slug")).fill(unique("yunfan"));
  await page.getByRole("button", { name: text("auth:register.organization_title") }).click();

  await expect(page).toHaveURL(/\/pipeline$/);
  await page.goto("/welcome");
  await expect(page.getByRole("heading", { name: text("welcome:title", { name: "陈思远" }) })).toBeVisible();
  await page.getByRole("link", { name: text("jobs:new") }).click();
  await page.getByLabel(text("jobs:field.title")).fill("高级后端工程师");
  await page.getByLabel(text("jobs:field.jd")).fill("负责交易系统的设计与开发。");
  await page.getByRole("button", { name: text("jobs:create") }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
});

test("the email link opened in another tab continues registration in both", async ({ page, request, context }) => {
  const email = `${unique("new")}@yunfan.example`;
  await page.goto("/register");
  await fillAccount(page, email);
  await next(page).click();
  await expect(page.getByRole("heading", { name: text("auth:check.title") })).toBeVisible();
  const link = await mailedLink(request, email, "token_hash=");
  const other = await context.newPage();
  await other.goto(link.pathname + link.search);
  await other.getByRole("button", { name: text("auth:verify.continue") }).click();
  await expect(other.getByRole("heading", { name: text("auth:register.organization_title") })).toBeVisible();
  await expect(page.getByRole("heading", { name: text("auth:register.organization_title") })).toBeVisible();
});

test("missing or weak values are reported at their fields", async ({ page }) => {
  await page.goto("/register");
  await next(page).click();
  await expect(page.getByText(text("auth:required"))).toHaveCount(4);
  await expect(page.getByText(text("auth:register.agree_required"))).toBeVisible();
  await fillAccount(page, `${unique("new")}@yunfan.example`, "1234567");
  await expect(page.getByText(text("auth:register.password_short"))).toBeVisible();
  await page.getByLabel(text("auth:password"), { exact: true }).fill("12345678");
  await expect(page.getByText(text("auth:register.password_mismatch"))).toBeVisible();
  await page.getByLabel(text("auth:register.confirm_password")).fill("12345678");
  await next(page).click();
  await expect(page.getByText(text("errors:auth.password_common"))).toBeVisible();
  await expect(page.getByLabel(text("auth:password"), { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("closed registration has no link and its page explains invitations", async ({ page }) => {
  await page.route("**/api/auth/registration", (route) => route.fulfill({ json: { open: false } }));
  await page.goto("/login");
  await expect(page.getByText(text("auth:login.closed"))).toBeVisible();
  await expect(page.getByRole("link", { name: text("auth:login.register") })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/register");
  await expect(page.getByRole("heading", { name: text("auth:closed.title") })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: text("auth:verify.to_login") }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("registration closed during sign-up is explained", async ({ page }) => {
  await page.route("**/api/auth/sign-up", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({ status: 403, code: "auth.registration_closed" }),
    }),
  );
  await page.goto("/register");
  await fillAccount(page, `${unique("new")}@yunfan.example`);
  await next(page).click();
  await expect(page.getByRole("heading", { name: text("auth:closed.title") })).toBeVisible();
});

test("terms and privacy open beside the form in every language", async ({ page }) => {
  await page.goto("/register");
  for (const [name, title] of [
    [text("legal:terms.title"), text("legal:terms.title")],
    [text("legal:privacy.title"), text("legal:privacy.title")],
  ] as const) {
    const opened = page.waitForEvent("popup");
    await page.getByRole("checkbox").locator("..").getByRole("link", { name }).click();
    const document = await opened;
    await expect(document.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(document.getByText(text("legal:updated"))).toBeVisible();
    await expectAccessible(document);
    await document.getByRole("combobox", { name: text("shell:account.language") }).selectOption("en-US");
    await expect(document.getByText(text("legal:updated", {}, "en-US"))).toBeVisible();
    await document.getByRole("combobox", { name: text("shell:account.language", {}, "en-US") }).selectOption("zh-CN");
    await document.close();
  }
  await expect(page.getByRole("checkbox")).not.toBeChecked();
});

test("a forgotten password is reset once through the emailed link", async ({ page, baseURL, request, context }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await context.clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: text("auth:login.forgot") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: text("auth:forgot.submit") }).click();
  await expect(dialog.getByText(text("auth:required"))).toBeVisible();
  await dialog.getByLabel(text("auth:email")).fill(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: text("auth:forgot.submit") }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: text("auth:forgot.sent") })).toBeVisible();

  const link = await mailedLink(request, email, "type=recovery");
  await page.goto(link.pathname + link.search);
  await page.getByRole("button", { name: text("auth:verify.continue") }).click();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(text("auth:reset.new_password")).fill("password1");
  await page.getByLabel(text("auth:register.confirm_password")).fill("password1");
  await page.getByRole("button", { name: text("auth:reset.submit") }).click();
  await expect(page.getByText(text("errors:auth.password_common"))).toBeVisible();
  await page.getByLabel(text("auth:reset.new_password")).fill("bole-xiangma-2026");
  await page.getByLabel(text("auth:register.confirm_password")).fill("bole-xiangma-2026");
  await page.getByRole("button", { name: text("auth:reset.submit") }).click();
  await expect(page).toHaveURL(/\/welcome$/);

  await context.clearCookies();
  await page.goto(link.pathname + link.search);
  await page.getByRole("button", { name: text("auth:verify.continue") }).click();
  await expect(page.getByRole("alert")).toContainText(text("errors:auth.token_invalid"));
  await page.getByRole("button", { name: text("auth:reset.again") }).click();
  await expect(page.getByRole("dialog", { name: text("auth:forgot.title") })).toBeVisible();
});

test("an expired recovery link can be replaced", async ({ page, baseURL, request }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await page.route("**/api/auth/user", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({ status: 403, code: "auth.reauthentication_needed" }),
    }),
  );
  await page.goto("/reset-password");
  await page.getByLabel(text("auth:reset.new_password")).fill("bole-xiangma-2026");
  await page.getByLabel(text("auth:register.confirm_password")).fill("bole-xiangma-2026");
  await page.getByRole("button", { name: text("auth:reset.submit") }).click();
  await expect(page.getByRole("alert")).toContainText(text("auth:reset.stale"));
  await page.getByRole("button", { name: text("auth:reset.again") }).click();
  const dialog = page.getByRole("dialog", { name: text("auth:forgot.title") });
  await expect(dialog.getByLabel(text("auth:email"))).toHaveValue(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: text("auth:forgot.submit") }).click();
  await mailedLink(request, email, "type=recovery");
});

test("the organization step requires a session", async ({ page, baseURL, context }) => {
  await register(page.request, baseURL ?? "", "陈思远");
  await page.goto("/register");
  await page.getByLabel(text("common:organization.name")).fill("Yunfan");
  await context.clearCookies();
  await page.getByRole("button", { name: text("auth:register.organization_title") }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText(text("auth:login.expired"))).toBeVisible();
});
