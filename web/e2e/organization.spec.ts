// The organization: who belongs to it, what each may do, what it says of itself, and its end.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { acceptAsNew, call, colleague, comeBack } from "./people";
import { found, test, unique } from "./support";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGOQz4/HihiGlgQAFyE7QVX2IkAAAAAASUVORK5CYII=";

async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa"]).analyze();
  expect(
    violations.map((violation) => [violation.id, violation.nodes.map((node) => node.target.join(" "))]),
    what,
  ).toEqual([]);
}

test("somebody is invited and joins", async ({ page, account, baseURL, browser }) => {
  const first = `${unique("wang")}@yunfan.example`;
  const second = `${unique("budi")}@nusantara.example`;
  await page.goto("/organization/members");
  await page.getByRole("button", { name: "邀请成员" }).click();
  const dialog = page.getByRole("dialog", { name: "邀请成员" });
  await dialog.getByLabel("邮箱").fill(`${first}, budi@nusantara`);
  await dialog.getByRole("button", { name: "发送邀请" }).click();
  await expect(dialog.getByText("以下不是有效邮箱：budi@nusantara")).toBeVisible();
  await dialog.getByLabel("邮箱").fill(`${first}\nBudi <${second}>`);
  await dialog.getByRole("button", { name: "发送 2 份邀请" }).click();
  await expect(dialog).toBeHidden();
  const open = page.getByRole("table", { name: "待接受的邀请" });
  await expect(open.getByRole("row").filter({ hasText: first })).toContainText("招聘专员");
  await expect(page.getByText("其中 2 份邀请待接受")).toBeVisible();

  const guest = await browser.newContext({ baseURL: baseURL ?? "", locale: "zh-CN" });
  const newcomer = await guest.newPage();
  await acceptAsNew(newcomer, baseURL ?? "", first, "王芳");
  await newcomer.goto("/organization");
  await expect(newcomer.getByRole("heading", { name: account.organizationName })).toBeVisible();
  await expect(newcomer.getByText("成员与设置由组织管理员维护。")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("table", { name: "成员" }).getByRole("row").filter({ hasText: "王芳" })).toBeVisible();
  const row = open.getByRole("row").filter({ hasText: second });
  await row.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: "取消邀请" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "取消邀请" }).click();
  await expect(page.getByText("没有待接受的邀请。")).toBeVisible();
  await guest.close();
});

test("a role is changed with a way back, and jobs are assigned", async ({ page, account, baseURL, browser }) => {
  const { email } = await colleague(browser, { page, account }, baseURL ?? "", "recruiter");
  await call(page, baseURL ?? "", "POST", `/api/organizations/${account.organizationId}/jobs`, {
    title: "数据分析师",
    jd: "分析业务数据。",
  });
  await page.goto("/organization/members");
  const row = page.getByRole("table", { name: "成员" }).getByRole("row").filter({ hasText: email });
  await row.getByRole("combobox").click();
  await page.getByTitle("面试官").click();
  await expect(page.getByText("陈思远 的角色已改为面试官")).toBeVisible();
  await page.getByRole("button", { name: "撤销" }).click();
  await expect(row).toContainText("招聘专员");

  await row.getByRole("button", { name: /分配职位/ }).click();
  const dialog = page.getByRole("dialog", { name: /负责的职位/ });
  await dialog.getByLabel("数据分析师").check();
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(row).toContainText("1 个职位");

  await row.getByRole("button", { name: /停用/ }).click();
  await expect(row).toContainText("已停用");
  await row.getByRole("button", { name: /恢复/ }).click();
  await expect(row).toContainText("招聘专员");
});

test("a lesser role takes the open page away", async ({ page, account, baseURL, browser }) => {
  const { page: theirs, member } = await colleague(browser, { page, account }, baseURL ?? "", "hr_manager");
  await theirs.goto("/jobs");
  await expect(theirs.getByRole("link", { name: "新建职位" }).first()).toBeVisible();
  await call(page, baseURL ?? "", "PATCH", member, { role: "interviewer" });

  // The server refuses what is tried next.
  await theirs.getByRole("tab", { name: "已停招" }).click();
  await expect(theirs).toHaveURL(/\/403$/);
  await expect(theirs.getByText(`您在“${account.organizationName}”的角色是面试官`)).toBeVisible();
  await theirs.getByRole("link", { name: "回到首页" }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(theirs.getByRole("navigation", { name: "主导航" }).getByRole("link")).toHaveCount(0);

  // Coming back to the window is enough, too.
  await call(page, baseURL ?? "", "PATCH", member, { role: "hr_manager" });
  await comeBack(theirs);
  await theirs.getByRole("link", { name: "职位", exact: true }).click();
  await expect(theirs).toHaveURL(/\/jobs$/);
  await call(page, baseURL ?? "", "PATCH", member, { role: "viewer" });
  await comeBack(theirs);
  await expect(theirs).toHaveURL(/\/403$/);

  await theirs.getByRole("link", { name: "回到首页" }).click();
  await expect(theirs).toHaveURL(/\/welcome$/);
  await call(page, baseURL ?? "", "DELETE", member);
  await comeBack(theirs);
  await expect(theirs).toHaveURL(/\/organization\/select$/);
  await expect(theirs.getByText(`您已不是“${account.organizationName}”的成员。`)).toBeVisible();
  await theirs.goto("/welcome");
  await expect(theirs.getByText("您还没有加入任何组织")).toBeVisible();
  await theirs.context().close();
});

test("coming back looks at the role anew, though an earlier look is not answered yet", async ({
  page,
  account,
  baseURL,
  browser,
}) => {
  const { page: theirs, member } = await colleague(browser, { page, account }, baseURL ?? "", "hr_manager");
  await theirs.goto("/jobs");
  await expect(theirs.getByRole("link", { name: "新建职位" }).first()).toBeVisible();

  // Answered before the change, and on its way for as long as the tab is open.
  const early = new Promise<void>((answered) =>
    theirs.route(
      "**/api/me/organizations",
      async (route) => {
        await route.fetch();
        answered();
      },
      { times: 1 },
    ),
  );
  await comeBack(theirs);
  await early;
  await call(page, baseURL ?? "", "PATCH", member, { role: "viewer" });
  await comeBack(theirs);
  await expect(theirs).toHaveURL(/\/403$/);
  await theirs.context().close();
});

test("the editor decides what a recruiter sees", async ({ page, account, baseURL, browser }) => {
  const { page: theirs } = await colleague(browser, { page, account }, baseURL ?? "", "recruiter");
  const menu = theirs.getByRole("navigation", { name: "主导航" });
  await theirs.goto("/ai-review");
  await expect(menu.getByRole("link")).toHaveText(["AI 评审"]);

  await page.goto("/organization/permissions");
  await page.getByRole("tab", { name: "所有者" }).click();
  await expect(page.getByText("此角色的权限固定，不可修改。")).toBeVisible();
  await page.getByRole("tab", { name: "招聘专员" }).click();
  await page.getByRole("region", { name: "可打开的页面" }).getByLabel("职位").check();
  await page.getByLabel("职位：新建").check();
  await page.getByRole("link", { name: "职位", exact: true }).click();
  const leave = page.getByRole("dialog", { name: "放弃未保存的修改？" });
  await leave.getByRole("button", { name: "继续编辑" }).click();
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("招聘专员的权限已保存")).toBeVisible();

  await comeBack(theirs);
  await expect(menu.getByRole("link")).toHaveText(["职位", "AI 评审"]);
  await menu.getByRole("link", { name: "职位" }).click();
  await expect(theirs.getByRole("link", { name: "新建职位" }).first()).toBeVisible();

  await page.getByRole("button", { name: "恢复默认" }).click();
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("有未保存的修改")).toHaveCount(0);
  await comeBack(theirs);
  await expect(theirs).toHaveURL(/\/403$/);
  await theirs.context().close();
});

test("the profile is saved, with its logo", async ({ page, account }) => {
  await page.goto("/organization");
  await page.getByRole("link", { name: /组织设置/ }).click();
  const save = page.getByRole("button", { name: "保存" });
  await expect(save).toBeDisabled();
  await page.getByLabel("网站").fill("yunfan.example");
  await page.getByLabel("组织简介").fill("为制造业做数据平台。");
  await page.getByLabel("成立日期").fill("2012-05-08");
  await page.getByRole("combobox", { name: "行业" }).click();
  await page.getByTitle("互联网与科技").click();
  await expect(page.getByText("有未保存的修改")).toBeVisible();
  await save.click();
  await expect(page.getByRole("status").filter({ hasText: "已保存" })).toBeVisible();

  const logo = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") };
  await page.locator("input[type=file]").setInputFiles(logo);
  await expect(page.getByText("标志已更新")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("网站")).toHaveValue("https://yunfan.example");
  await expect(page.getByLabel("成立日期")).toHaveValue("2012-05-08");
  await expect(page.locator("main img")).toHaveJSProperty("complete", true);
  await page.getByRole("button", { name: "移除" }).click();
  await expect(page.getByRole("button", { name: "上传标志" })).toBeVisible();
  await page.getByRole("link", { name: "组织", exact: true }).click();
  await expect(page.getByRole("heading", { name: account.organizationName })).toBeVisible();
  await expect(page.getByText("互联网与科技")).toBeVisible();
});

test("another organization is made, and chosen between", async ({ page, account }) => {
  const name = unique("雅加达分公司");
  await page.goto("/organization");
  await page.getByRole("link", { name: "创建新组织" }).click();
  await page.getByLabel("组织名称").fill(name);
  await page.getByLabel("组织标识").fill(unique("jakarta"));
  await page.getByLabel("行业").selectOption("retail");
  await page.getByText("专业版").click();
  await page.getByRole("button", { name: "创建组织" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await page.goto("/organization");
  await expect(page.getByText("专业版")).toBeVisible();
  await expect(page.getByText("零售与消费")).toBeVisible();
  await page.goto("/organization/select");
  await page.getByRole("button", { name: account.organizationName }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await page.getByRole("banner").getByRole("button").click();
  await page.getByRole("button", { name }).click();
  await expect(page.getByRole("banner").getByRole("button")).toContainText(name);
});

test("the owner deletes the organization with its name typed", async ({ page, account }) => {
  await page.goto("/organization/settings");
  await page.getByRole("button", { name: "删除组织…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 位成员的访问权限")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "永久删除" })).toBeDisabled();
  await dialog.getByLabel(/请输入组织名称/).fill(account.organizationName);
  await dialog.getByRole("button", { name: "永久删除" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByText("您还没有加入任何组织")).toBeVisible();
});

test("a member leaves, and comes out without an organization", async ({ page, account, baseURL, browser }) => {
  const { page: theirs, email } = await colleague(browser, { page, account }, baseURL ?? "", "recruiter");
  await theirs.goto("/organization");
  await theirs.getByRole("button", { name: "离开组织…" }).click();
  const dialog = theirs.getByRole("dialog", { name: `离开“${account.organizationName}”？` });
  await expect(dialog.getByText("您将立即无法查看其中的职位、候选人和评估。")).toBeVisible();
  await expect(dialog.getByText("离开后您将不属于任何组织")).toBeVisible();
  await expectAccessible(theirs, "leaving");
  await dialog.getByRole("button", { name: "离开组织" }).click();
  await expect(theirs).toHaveURL(/\/welcome$/);
  await expect(theirs.getByText("您还没有加入任何组织")).toBeVisible();
  await page.goto("/organization/members");
  const row = page.getByRole("table", { name: "成员" }).getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("已停用");
  await theirs.context().close();
});

test("the last owner is told why not, and with another one leaves for the other organization", async ({
  page,
  account,
  baseURL,
  browser,
}) => {
  await page.goto("/organization");
  await page.getByRole("button", { name: "离开组织…" }).click();
  const reason = page.getByRole("dialog", { name: "您是唯一的所有者，暂时不能离开" });
  await expectAccessible(page, "the last owner");
  await reason.getByRole("link", { name: "查看成员" }).click();
  await expect(page).toHaveURL(/\/organization\/members$/);

  const { page: theirs, member } = await colleague(browser, { page, account }, baseURL ?? "", "admin");
  await call(page, baseURL ?? "", "PATCH", member, { role: "owner" });
  const other = await found(page.request, baseURL ?? "");
  await page.goto("/organization");
  await page.getByRole("button", { name: "离开组织…" }).click();
  const dialog = page.getByRole("dialog", { name: `离开“${account.organizationName}”？` });
  await expect(dialog.getByText(`离开后将进入“${other.name}”。`)).toBeVisible();
  await dialog.getByRole("button", { name: "离开组织" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("banner").getByRole("button")).toContainText(other.name);
  await theirs.context().close();
});

test("the hub shows how much of the plan is used, invitations included", async ({
  page,
  account,
  baseURL,
  browser,
}) => {
  const organization = `/api/organizations/${account.organizationId}`;
  const { page: theirs } = await colleague(browser, { page, account }, baseURL ?? "", "viewer");
  await call(page, baseURL ?? "", "POST", `${organization}/invitations`, {
    email: `${unique("wang")}@yunfan.example`,
    role: "viewer",
  });
  await call(page, baseURL ?? "", "POST", `${organization}/jobs`, { title: "数据分析师", jd: "分析业务数据。" });
  await page.goto("/organization");
  await expect(page.getByText("3 / 5")).toBeVisible();
  await expect(page.getByText("1 / 10")).toBeVisible();
  await page.goto("/organization/members");
  await expect(page.getByText("3 / 5")).toBeVisible();
  await expect(page.getByText("其中 1 份邀请待接受")).toBeVisible();
  await theirs.goto("/organization");
  await expect(theirs.getByText("成员席位")).toBeVisible();
  await expect(theirs.getByText("/ 5")).toHaveCount(0);
  await theirs.context().close();
});

for (const scheme of ["light", "dark"] as const) {
  test(`its pages are accessible and fit a phone, ${scheme}`, async ({ page, account, baseURL }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await call(page, baseURL ?? "", "POST", `/api/organizations/${account.organizationId}/invitations`, {
      email: `${unique("wang")}@yunfan.example`,
      role: "viewer",
    });
    for (const path of ["", "/settings", "/members", "/permissions", "/select", "/create"]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/organization${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".ant-skeleton")).toHaveCount(0);
      await expectAccessible(page, path);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    }
  });
}
