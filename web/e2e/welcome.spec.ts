// The start page of those the three steps are not for: without an organization, and in roles that do not recruit.
import { expect } from "@playwright/test";
import { colleague } from "./people";
import { expectAccessible, PASSWORD, register, test } from "./support";

test("whoever belongs to no organization stays and is told the ways", async ({ page, baseURL, context }) => {
  const email = await register(page.request, baseURL ?? "", "陈思远");
  await context.clearCookies();
  await page.goto("/login");
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { name: "您好，陈思远" })).toBeVisible();
  await expect(page.getByText("您还没有加入任何组织")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.goto("/jobs");
  await expect(page).toHaveURL(/\/organization\/create$/);
  await page.goto("/welcome");
  await page.getByRole("link", { name: "创建组织" }).click();
  await expect(page.getByLabel("组织名称")).toBeFocused();
});

for (const [role, name, page_, note] of [
  ["viewer", "只读成员", "数据看板", "只能查看数据看板。"],
  ["interviewer", "面试官", "面试日程", "查看分配给自己的面试和候选人，填写评价。"],
] as const) {
  test(`the welcome of ${role} says what they do here and to whom to turn`, async ({
    page,
    account,
    baseURL,
    browser,
  }) => {
    const { page: theirs } = await colleague(browser, { page, account }, baseURL ?? "", role);
    await theirs.goto("/welcome");
    const guide = theirs.getByRole("region", { name: `${name}可以做什么` });
    await expect(guide).toContainText(note);
    await expect(guide.getByText(page_, { exact: true })).toBeVisible();
    await expect(theirs.getByText("请联系邀请您的同事或组织管理员")).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByRole("link", { name: "我的组织与角色" }).click();
    await expect(theirs.getByRole("heading", { name: account.organizationName })).toBeVisible();
    await theirs.context().close();
  });
}
