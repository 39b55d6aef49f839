// Signing in and out, and the guard of every page.
import { expect, test } from "@playwright/test";
import { accountButton, expectAccessible, freshAccount, holdRequests, mailedLink, PASSWORD } from "./support";
import { text } from "./text";

test("a guest is redirected to sign-in, and then back", async ({ page, baseURL, context }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await context.clearCookies();
  await page.goto("/jobs?status=archived");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel(text("auth:email")).fill(email);
  await page.getByLabel(text("auth:password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(text("auth:password"), { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/jobs\?status=archived$/);
  await page.goto("/login");
  await expect(page).toHaveURL(/\/welcome$/);
});

test("a wrong password shows an error and keeps the email", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel(text("auth:email")).fill("nobody@yunfan.example");
  await page.getByLabel(text("auth:password"), { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: text("auth:login.submit") }).click();
  await expect(page.getByRole("alert")).toContainText(text("errors:auth.invalid_credentials"));
  await expect(page.getByLabel(text("auth:email"))).toHaveValue("nobody@yunfan.example");
});

test("empty fields are reported before sending", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: text("auth:login.submit") }).click();
  await expect(page.getByText(text("auth:required"))).toHaveCount(2);
  await expect(page.getByLabel(text("auth:email"))).toBeFocused();
});

test("signing out ends the session", async ({ page, baseURL }) => {
  await freshAccount(page, baseURL ?? "");
  await page.goto("/jobs");
  await accountButton(page).click();
  await page.getByRole("button", { name: text("shell:account.sign_out") }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await page.request.get("/api/auth/session")).status()).toBe(401);
});

test("an ended session asks to sign in again and keeps the target", async ({ page, baseURL, context }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await page.goto("/welcome");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Block background requests, which would notice the ended session before the click.
  const send = await holdRequests(page);
  await context.clearCookies();
  await page.getByRole("link", { name: text("shell:nav.jobs"), exact: true }).click();
  await expect(page).toHaveURL(/\/jobs/);
  send();
  const again = page.getByRole("dialog", { name: text("auth:again.title") });
  await expect(again.getByLabel(text("auth:email"))).toHaveValue(email);
  await expect(page).toHaveURL(/\/jobs/);
  await again.getByRole("link", { name: text("auth:again.other") }).click();
  await expect(page).toHaveURL(/next=%2Fjobs/);
  await expect(page.getByText(text("auth:login.expired"))).toBeVisible();
});

test("changing the password requires the current one after a while", async ({ page, baseURL, request }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await page.route("**/api/auth/user", (route) =>
    route.request().postDataJSON().current_password
      ? route.continue()
      : route.fulfill({
          status: 403,
          contentType: "application/problem+json",
          body: JSON.stringify({ status: 403, code: "auth.reauthentication_needed" }),
        }),
  );
  await page.goto("/account");
  const current = page.getByLabel(text("account:password.current"));
  await page.getByLabel(text("account:password.new")).fill("bole-xiangma-2026");
  await page.getByLabel(text("account:password.again")).fill("bole-xiangma-2026");
  await page.getByRole("button", { name: text("account:password.save") }).click();
  await expect(page.getByText(text("errors:auth.reauthentication_needed"))).toBeVisible();
  await expect(current).toBeFocused();
  await expectAccessible(page);
  await current.fill("not-the-password");
  await page.getByRole("button", { name: text("account:password.save") }).click();
  await expect(page.getByText(text("errors:auth.current_password_wrong"))).toBeVisible();
  await current.fill(PASSWORD);
  await page.getByRole("button", { name: text("account:password.save") }).click();
  await expect(page.getByText(text("account:password.saved"))).toBeVisible();
  await expect(current).toHaveValue("");

  await page.getByRole("button", { name: text("account:password.forgot") }).click();
  await expect(page.getByText(text("account:password.reset_sent", { email }))).toBeVisible();
  await mailedLink(request, email, "type=recovery");
});

test("the address changes by a link to the new one, and the only owner cannot delete the account", async ({
  page,
  baseURL,
  request,
}) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  const changed = email.replace("lin-", "lin-new-");
  await page.goto("/account");
  const part = page.getByRole("region", { name: text("account:email.title") });
  await part.getByLabel(text("account:email.new")).fill(changed);
  await part.getByRole("button", { name: text("account:email.send") }).click();
  await expect(part.getByText(text("account:email.sent", { email: changed }))).toBeVisible();
  const link = await mailedLink(request, changed, "type=email_change");
  await page.goto(link.pathname + link.search);
  await page.getByRole("button", { name: text("auth:verify.continue") }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(part.getByText(text("account:email.text", { email: changed }))).toBeVisible();
  await expectAccessible(page, "the account page");

  await page.getByRole("button", { name: text("account:delete.open") }).click();
  const dialog = page.getByRole("dialog", { name: text("account:delete.ask") });
  await dialog.getByLabel(text("account:delete.type_email", { email: changed })).fill(changed);
  await dialog.getByRole("button", { name: text("account:delete.confirm") }).click();
  await expect(dialog.getByText(text("errors:member.last_owner"))).toBeVisible();
});
