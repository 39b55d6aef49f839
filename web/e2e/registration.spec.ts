// Registering an organization from nothing to its first job, and getting back in.
import { expect, type Page } from "@playwright/test";
import { expectAccessible, freshAccount, mailedLink, PASSWORD, register, test, unique } from "./support";

async function fillAccount(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("姓名").fill("陈思远");
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByLabel("确认密码").fill(password);
  await page.getByRole("checkbox").check();
}

const next = (page: Page) => page.getByRole("button", { name: "下一步" });
const verified = (page: Page) => page.getByRole("button", { name: "我已完成验证" });

test("somebody new registers, confirms, makes an organization and its first job", async ({
  page,
  request,
  browser,
}) => {
  const email = `${unique("new")}@yunfan.example`;
  await page.goto("/login");
  await page.getByRole("link", { name: "注册" }).click();
  await fillAccount(page, email);
  await expectAccessible(page);
  await next(page).click();

  await expect(page.getByRole("heading", { name: "请查收邮件" })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await expectAccessible(page);
  await verified(page).click();
  await expect(page.getByRole("alert")).toContainText("邮箱尚未验证");
  await page.getByRole("button", { name: "重新发送" }).click();
  await expect(page.getByRole("status")).toContainText("已发送");

  const link = await mailedLink(request, email, "token_hash=");
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link.href.replace(link.origin, new URL(page.url()).origin));
  await expect(phone).toHaveURL(/\/register$/);
  await expect(phone.getByRole("heading", { name: "创建组织" })).toBeVisible();

  await verified(page).click();
  await expect(page.getByRole("heading", { name: "创建组织" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("组织名称").fill("Yunfan Digital");
  await expect(page.getByLabel("组织标识")).toHaveValue("yunfan-digital");
  await page.getByLabel("组织标识").fill(`${unique("Yun Fan")}!`);
  await expect(page.getByLabel("组织标识")).toHaveValue(/^yun-fan-[a-z0-9-]+$/);
  await page.getByLabel("行业").selectOption({ label: "互联网与科技" });
  await page.getByLabel("员工人数").selectOption("11-50");
  await page.getByText("专业版").click();

  await page.getByRole("button", { name: "上一步" }).click();
  await expect(page.getByText(`账号已创建：${email}`)).toBeVisible();
  await page.getByRole("button", { name: "继续创建组织" }).click();
  await page.getByLabel("组织名称").fill("Yunfan Digital");
  await page.getByLabel("组织标识").fill(unique("yunfan"));
  await page.getByRole("button", { name: "创建组织" }).click();

  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { name: "您好，陈思远" })).toBeVisible();
  await page.getByRole("link", { name: "新建职位" }).click();
  await page.getByLabel("职位名称").fill("高级后端工程师");
  await page.getByLabel("职位描述").fill("负责交易系统的设计与开发。");
  await page.getByRole("button", { name: "创建职位" }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
});

test("the mail's link, opened in another tab, takes registering on in both", async ({ page, request, context }) => {
  const email = `${unique("new")}@yunfan.example`;
  await page.goto("/register");
  await fillAccount(page, email);
  await next(page).click();
  await expect(page.getByRole("heading", { name: "请查收邮件" })).toBeVisible();
  const link = await mailedLink(request, email, "token_hash=");
  const other = await context.newPage();
  await other.goto(link.pathname + link.search);
  await expect(other.getByRole("heading", { name: "创建组织" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "创建组织" })).toBeVisible();
});

test("what is missing or too weak is said at its field", async ({ page }) => {
  await page.goto("/register");
  await next(page).click();
  await expect(page.getByText("请填写此项。")).toHaveCount(4);
  await expect(page.getByText("请先阅读并同意条款。")).toBeVisible();
  await fillAccount(page, `${unique("new")}@yunfan.example`, "1234567");
  await expect(page.getByText("密码至少 8 位。")).toBeVisible();
  await page.getByLabel("密码", { exact: true }).fill("12345678");
  await expect(page.getByText("两次输入的密码不一致。")).toBeVisible();
  await page.getByLabel("确认密码").fill("12345678");
  await next(page).click();
  await expect(page.getByText("这个密码太常见")).toBeVisible();
  await expect(page.getByLabel("密码", { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("where registering is closed, nothing leads there and the page says how to get in", async ({ page }) => {
  await page.route("**/api/auth/registration", (route) => route.fulfill({ json: { open: false } }));
  await page.goto("/login");
  await expect(page.getByText("没有账号？请联系组织管理员邀请您。")).toBeVisible();
  await expect(page.getByRole("link", { name: "注册" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/register");
  await expect(page.getByRole("heading", { name: "目前仅限受邀注册" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "返回登录" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("registering that closes while the form is filled in says so", async ({ page }) => {
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
  await expect(page.getByRole("heading", { name: "目前仅限受邀注册" })).toBeVisible();
});

test("terms and privacy open beside the form and speak every language", async ({ page }) => {
  await page.goto("/register");
  for (const [name, title] of [
    ["服务条款", "服务条款"],
    ["隐私政策", "隐私政策"],
  ] as const) {
    const opened = page.waitForEvent("popup");
    await page.getByRole("checkbox").locator("..").getByRole("link", { name }).click();
    const document = await opened;
    await expect(document.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(document.getByText("最后更新：2024 年 1 月")).toBeVisible();
    await expectAccessible(document);
    await document.getByRole("combobox", { name: "语言" }).selectOption("en-US");
    await expect(document.getByText("Last updated: January 2024")).toBeVisible();
    await document.getByRole("combobox", { name: "Language" }).selectOption("zh-CN");
    await document.close();
  }
  await expect(page.getByRole("checkbox")).not.toBeChecked();
});

test("a forgotten password is replaced through the mailed link, once", async ({ page, baseURL, request, context }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await context.clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "忘记密码" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "发送邮件" }).click();
  await expect(dialog.getByText("请填写此项。")).toBeVisible();
  await dialog.getByLabel("邮箱").fill(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "发送邮件" }).click();
  await expect(dialog.getByRole("status")).toBeVisible();

  const link = await mailedLink(request, email, "type=recovery");
  await page.goto(link.pathname + link.search);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("新密码").fill("password1");
  await page.getByLabel("确认密码").fill("password1");
  await page.getByRole("button", { name: "保存并继续" }).click();
  await expect(page.getByText("这个密码太常见")).toBeVisible();
  await page.getByLabel("新密码").fill("bole-xiangma-2026");
  await page.getByLabel("确认密码").fill("bole-xiangma-2026");
  await page.getByRole("button", { name: "保存并继续" }).click();
  await expect(page).toHaveURL(/\/welcome$/);

  await context.clearCookies();
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole("alert")).toContainText("链接已使用过或已过期");
  await page.getByRole("button", { name: "重新获取链接" }).click();
  await expect(page.getByRole("dialog", { name: "重置密码" })).toBeVisible();
});

test("a recovery link opened long ago is exchanged for another", async ({ page, baseURL, request }) => {
  const { email } = await freshAccount(page, baseURL ?? "");
  await page.route("**/api/auth/user", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({ status: 403, code: "auth.reauthentication_needed" }),
    }),
  );
  await page.goto("/reset-password");
  await page.getByLabel("新密码").fill("bole-xiangma-2026");
  await page.getByLabel("确认密码").fill("bole-xiangma-2026");
  await page.getByRole("button", { name: "保存并继续" }).click();
  await expect(page.getByRole("alert")).toContainText("请重新获取链接");
  await page.getByRole("button", { name: "重新获取链接" }).click();
  const dialog = page.getByRole("dialog", { name: "重置密码" });
  await expect(dialog.getByLabel("邮箱")).toHaveValue(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "发送邮件" }).click();
  await mailedLink(request, email, "type=recovery");
});

test("the organization's step needs a session", async ({ page, baseURL, context }) => {
  await register(page.request, baseURL ?? "", "陈思远");
  await page.goto("/register");
  await page.getByLabel("组织名称").fill("Yunfan");
  await context.clearCookies();
  await page.getByRole("button", { name: "创建组织" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText("登录已过期，请重新登录。")).toBeVisible();
});
