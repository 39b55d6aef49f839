// Signing in and out, and the guard in front of every page.
import { expect, test } from "@playwright/test";
import { freshAccount, PASSWORD } from "./support";

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
