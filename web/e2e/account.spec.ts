// Signing in and out, and the guard in front of every page.
import { expect, test } from "@playwright/test";
import { expectAccessible, freshAccount, mailedLink, PASSWORD } from "./support";

test("a stranger is sent to sign in, and then to where they wanted", async ({ page, baseURL, context }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await context.clearCookies();
  await page.goto("/jobs?status=archived");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByLabel("密码", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/jobs\?status=archived$/);
  await page.goto("/login");
  await expect(page).toHaveURL(/\/welcome$/);
});

test("a wrong password says so and keeps the email", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("邮箱").fill("nobody@yunfan.example");
  await page.getByLabel("密码", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByRole("alert")).toContainText("邮箱或密码不正确");
  await expect(page.getByLabel("邮箱")).toHaveValue("nobody@yunfan.example");
});

test("empty fields are named before anything is sent", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByText("请填写此项。")).toHaveCount(2);
  await expect(page.getByLabel("邮箱")).toBeFocused();
});

test("signing out ends the session", async ({ page, baseURL }) => {
  await freshAccount(page, baseURL ?? "");
  await page.goto("/jobs");
  await page.getByRole("banner").getByRole("button").click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await page.request.get("/api/auth/session")).status()).toBe(401);
});

test("an ended session asks to sign in again and keeps the target", async ({ page, baseURL, context }) => {
  await freshAccount(page, baseURL ?? "");
  await page.goto("/welcome");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: "职位", exact: true }).click();
  await expect(page.getByText("登录已过期，请重新登录。")).toBeVisible();
  await expect(page).toHaveURL(/next=%2Fjobs/);
});

test("changing the password asks for the current one when signing in was a while ago", async ({
  page,
  baseURL,
  request,
}) => {
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
  const current = page.getByLabel("当前密码");
  await page.getByLabel("新密码").fill("bole-xiangma-2026");
  await page.getByLabel("确认密码").fill("bole-xiangma-2026");
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page.getByText("距离登录已有一段时间，请输入当前密码。")).toBeVisible();
  await expect(current).toBeFocused();
  await expectAccessible(page);
  await current.fill("not-the-password");
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page.getByText("当前密码不正确。")).toBeVisible();
  await current.fill(PASSWORD);
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page.getByText("密码已修改")).toBeVisible();
  await expect(current).toHaveValue("");

  await page.getByRole("button", { name: "忘记密码？发送重置邮件" }).click();
  await expect(page.getByText(`重置邮件已发送至 ${email}`)).toBeVisible();
  await mailedLink(request, email, "type=recovery");
});
