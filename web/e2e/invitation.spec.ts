// The invited person: new, known, signed in as somebody else, declining, and links that lead nowhere any more.
import { expect, type Page, test } from "@playwright/test";
import { call } from "./people";
import { expectAccessible, found, invite, mailedLink, PASSWORD, register, unique } from "./support";

/** An owner with an organization, in a browser of their own. */
const host = test.extend<{
  owner: {
    organization: { id: string; name: string };
    invite: (email: string) => ReturnType<typeof invite>;
    /** Calls a route of the organization as the owner's browser does. */
    call: <T>(method: "POST" | "DELETE", path: string) => Promise<T>;
    page: Page;
  };
}>({
  owner: async ({ browser, baseURL }, use) => {
    const page = await (await browser.newContext()).newPage();
    await register(page.request, baseURL ?? "", "林悦");
    const organization = await found(page.request, baseURL ?? "");
    await use({
      organization,
      page,
      call: (method, path) => call(page, baseURL ?? "", method, `/api/organizations/${organization.id}/${path}`),
      invite: (email) => invite(page.request, baseURL ?? "", organization.id, email),
    });
  },
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "登录" }).click();
}

const organizationButton = (page: Page, name: string) => page.getByRole("banner").getByRole("button", { name });

host("somebody new joins with a name and a password", async ({ page, owner }) => {
  const email = `${unique("new")}@yunfan.example`;
  const { path } = await owner.invite(email);
  await page.goto(path);
  await expect(page.getByText(`林悦邀请您加入${owner.organization.name}，您的角色是招聘专员。`)).toBeVisible();
  await expect(page.getByLabel("邮箱")).toHaveValue(email);
  await expect(page.getByLabel("邮箱")).toHaveAttribute("readonly");
  await expectAccessible(page);
  await page.getByRole("button", { name: "创建账号并加入" }).click();
  await expect(page.getByText("请填写此项。")).toHaveCount(2);
  await page.getByLabel("姓名").fill("周敏");
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "创建账号并加入" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { name: "您好，周敏" })).toBeVisible();
  await expect(page.getByRole("link", { name: "新建职位" })).toBeHidden();

  await page.goto(path);
  await expect(page).toHaveURL(/\/welcome$/);
  await page.context().clearCookies();
  await page.goto(path);
  await expect(page.getByRole("alert")).toContainText("这份邀请已被接受");
});

host("somebody known signs in and is in", async ({ page, owner, browser, baseURL }) => {
  const elsewhere = await browser.newContext();
  const email = await register(elsewhere.request, baseURL ?? "", "陈思远");
  const { path } = await owner.invite(email);
  await page.goto(path);
  await expectAccessible(page);
  await page.getByRole("link", { name: "登录并加入" }).click();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(organizationButton(page, owner.organization.name)).toBeVisible();
});

host("somebody signed in with the address is in at once", async ({ page, owner, baseURL }) => {
  const email = await register(page.request, baseURL ?? "", "陈思远");
  const own = await found(page.request, baseURL ?? "");
  await page.goto("/welcome");
  await expect(organizationButton(page, own.name)).toBeVisible();
  const { path } = await owner.invite(email);
  await page.goto(path);
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(organizationButton(page, owner.organization.name)).toBeVisible();
});

host("somebody signed in with another address is told so and can change over", async ({ page, owner, baseURL }) => {
  const other = await register(page.request, baseURL ?? "", "陈思远");
  const email = `${unique("new")}@yunfan.example`;
  const { path } = await owner.invite(email);
  await page.goto(path);
  await expect(page.getByText(`您现在登录的是 ${other}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "退出并继续" }).click();
  await expect(page.getByLabel("邮箱")).toHaveValue(email);
});

host("an invitation is declined after one question", async ({ page, owner }) => {
  const { path } = await owner.invite(`${unique("new")}@yunfan.example`);
  await page.goto(path);
  await page.getByRole("button", { name: "拒绝邀请" }).click();
  const dialog = page.getByRole("dialog", { name: "拒绝这份邀请？" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "取消" }).click();
  await page.getByRole("button", { name: "拒绝邀请" }).click();
  await dialog.getByRole("button", { name: "拒绝邀请" }).click();
  await expect(page.getByRole("heading", { name: "已拒绝邀请" })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("alert")).toContainText("已被拒绝");
});

host("a copied link asks the new person to confirm by mail first", async ({ page, owner, request }) => {
  const email = `${unique("new")}@yunfan.example`;
  const { id } = await owner.invite(email);
  const copied = await owner.call<{ link: string }>("POST", `invitations/${id}/link`);
  const link = new URL(copied.link);
  await page.goto(link.pathname + link.search);
  await page.getByLabel("姓名").fill("周敏");
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "创建账号并加入" }).click();
  await expect(page.getByRole("heading", { name: "请查收邮件" })).toBeVisible();
  const confirmation = await mailedLink(request, email, "token_hash=");
  await page.goto(confirmation.pathname + confirmation.search);
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(organizationButton(page, owner.organization.name)).toBeVisible();
});

host("links that lead nowhere say why and lead back", async ({ page, owner }) => {
  await page.goto("/accept-invitation");
  await expect(page.getByRole("alert")).toContainText("缺少邀请码");
  await expectAccessible(page);
  await page.goto("/accept-invitation?token=nothing");
  await expect(page.getByRole("alert")).toContainText("邀请链接无效");
  const { id, path } = await owner.invite(`${unique("new")}@yunfan.example`);
  await owner.call("DELETE", `invitations/${id}`);
  await page.goto(path);
  await expect(page.getByRole("alert")).toContainText("邀请链接无效");
  await page.getByRole("link", { name: "返回登录" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

host(
  "what else waited and could not be taken up with the link's invitation is told",
  async ({ page, owner, browser, baseURL }) => {
    const elsewhere = await browser.newContext();
    const email = await register(elsewhere.request, baseURL ?? "", "陈思远");
    const { path } = await owner.invite(email);
    await page.route("**/api/me/invitations/accept", (route) =>
      route.fulfill({
        json: {
          organization_ids: [],
          refused: [
            { organization_id: "1", organization_name: "海川物流", code: "organization.user_limit_reached" },
            { organization_id: "2", organization_name: "南洋贸易", code: "invitation.expired" },
          ],
        },
      }),
    );
    await page.goto(path);
    await page.getByRole("link", { name: "登录并加入" }).click();
    await signIn(page, email);
    await expect(page).toHaveURL(/\/welcome$/);
    await expect(organizationButton(page, owner.organization.name)).toBeVisible();
    const notice = page.getByRole("alert").filter({ hasText: "有 2 份邀请未能接受" });
    await expect(notice).toContainText("海川物流：成员人数已达套餐上限");
    await expect(notice).toContainText("南洋贸易：邀请已过期");
    await expectAccessible(page);
    await notice.getByRole("button", { name: "知道了" }).click();
    await expect(notice).toBeHidden();
  },
);

host(
  "an invitation that cannot be taken up leads to the start all the same, and is told there",
  async ({ page, owner, baseURL }) => {
    const email = await register(page.request, baseURL ?? "", "陈思远");
    const { path } = await owner.invite(email);
    await page.route("**/api/invitations/*/accept", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        body: JSON.stringify({ status: 409, code: "organization.user_limit_reached" }),
      }),
    );
    await page.route("**/api/me/invitations/accept", (route) => route.fulfill({ status: 503 }));
    await page.goto(path);
    await expect(page).toHaveURL(/\/welcome$/);
    const notice = page.getByRole("alert").filter({ hasText: "有 1 份邀请未能接受" });
    await expect(notice).toContainText(`${owner.organization.name}：成员人数已达套餐上限`);
  },
);

host("invitations in the list are declined and accepted one by one", async ({ page, owner, browser, baseURL }) => {
  const second = await (await browser.newContext()).newPage();
  await register(second.request, baseURL ?? "", "赵敏");
  const other = await found(second.request, baseURL ?? "");
  const elsewhere = await browser.newContext();
  const email = await register(elsewhere.request, baseURL ?? "", "陈思远");
  await owner.invite(email);
  await invite(second.request, baseURL ?? "", other.id, email, "viewer");

  await page.goto("/login");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/welcome$/);
  const list = page.getByRole("region", { name: "收到的邀请" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").filter({ hasText: other.name })).toContainText(
    "邀请人：赵敏 · 角色：只读成员",
  );
  await expectAccessible(page);

  await list.getByRole("button", { name: `拒绝${other.name}的邀请` }).click();
  const dialog = page.getByRole("dialog", { name: "拒绝这份邀请？" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "拒绝邀请" }).click();
  await expect(list.getByRole("status")).toContainText(`已拒绝${other.name}的邀请。`);
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: `接受${owner.organization.name}的邀请` }).click();
  await expect(organizationButton(page, owner.organization.name)).toBeVisible();
  await expect(page.getByRole("link", { name: "查看候选人" })).toBeVisible();

  // Who works somewhere already finds it in the account menu, and stays where they are until they choose.
  await invite(second.request, baseURL ?? "", other.id, email, "viewer");
  await page.reload();
  await organizationButton(page, owner.organization.name).click();
  await page.getByRole("link", { name: "收到 1 份邀请" }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expectAccessible(page);
  await list.getByRole("button", { name: `接受${other.name}的邀请` }).click();
  await expect(list.getByRole("status")).toContainText(`您已加入${other.name}。`);
  await list.getByRole("button", { name: "进入该组织" }).click();
  await expect(organizationButton(page, other.name)).toBeVisible();
  await page.goto("/organization/select");
  await expect(page.getByRole("button", { name: owner.organization.name })).toBeVisible();
  await expect(list).toBeHidden();
});
