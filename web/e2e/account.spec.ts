// Registering, signing in and out, and the guard in front of every page.
import { expect, test } from "@playwright/test";
import { freshAccount, mailedLink, PASSWORD, unique } from "./support";

test("somebody new registers, confirms by mail, creates an organization and is welcomed", async ({ page, request }) => {
  const email = `${unique("new")}@yunfan.example`;
  await page.goto("/register");
  await page.getByLabel("姓名").fill("陈思远");
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByLabel("确认密码").fill(PASSWORD);
  await page.getByRole("button", { name: "注册" }).click();
  await expect(page.getByRole("heading", { name: "请查收邮件" })).toBeVisible();

  const link = await mailedLink(request, email, "token_hash=");
  await page.goto(link.pathname + link.search);
  await expect(page).toHaveURL(/\/organization\/create$/);
  await page.getByLabel("组织名称").fill("Yunfan Digital");
  await expect(page.getByLabel("组织标识")).toHaveValue("yunfan-digital");
  await page.getByLabel("组织标识").fill(unique("yunfan"));
  await page.getByRole("button", { name: "创建组织" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { name: "您好，陈思远" })).toBeVisible();
});

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

test("a forgotten password is replaced through the mailed link", async ({ page, baseURL, request, context }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await context.clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "忘记密码" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("邮箱").fill(email);
  await dialog.getByRole("button", { name: "发送邮件" }).click();
  await expect(dialog.getByRole("status")).toBeVisible();

  const link = await mailedLink(request, email, "type=recovery");
  await page.goto(link.pathname + link.search);
  await page.getByLabel("新密码").fill("bole-xiangma-2026");
  await page.getByRole("button", { name: "保存并继续" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
});
