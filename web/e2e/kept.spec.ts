// What was typed outlives the permission to save it.
import { expect } from "@playwright/test";
import { call, colleague, comeBack } from "./people";
import { expectAccessible, test } from "./support";

test("a job half written outlives a lesser role, and is saved when the role returns", async ({
  page,
  account,
  baseURL,
  browser,
}) => {
  const { page: theirs, member } = await colleague(browser, { page, account }, baseURL ?? "", "hr_manager");
  await theirs.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await theirs.goto("/jobs/new");
  await theirs.getByLabel("职位名称").fill("数据工程师");
  await theirs.getByLabel("职位描述").fill("负责数据平台。");

  await call(page, baseURL ?? "", "PATCH", member, { role: "viewer" });
  await theirs.getByRole("button", { name: "创建职位" }).click();
  const kept = theirs.getByRole("alert").filter({ hasText: "暂时无法保存" });
  await expect(kept).toBeVisible();
  await expect(theirs).toHaveURL(/\/jobs\/new$/);
  await expect(theirs.getByLabel("职位描述")).toHaveValue("负责数据平台。");
  await expect(theirs.getByLabel("职位描述")).not.toBeEditable();
  await expectAccessible(theirs);
  await kept.getByRole("button", { name: "复制内容" }).click();
  await expect(theirs.getByText("内容已复制")).toBeVisible();
  expect(await theirs.evaluate(() => navigator.clipboard.readText())).toBe(
    "职位名称\n数据工程师\n\n职位描述 (JD)\n负责数据平台。",
  );

  await call(page, baseURL ?? "", "PATCH", member, { role: "hr_manager" });
  await comeBack(theirs);
  await expect(kept).toBeHidden();
  await theirs.getByRole("button", { name: "创建职位" }).click();
  await expect(theirs).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
  await theirs.context().close();
});

test("settings half changed outlive being removed, until they are left", async ({
  page,
  account,
  baseURL,
  browser,
}) => {
  const { page: theirs, member } = await colleague(browser, { page, account }, baseURL ?? "", "admin");
  await theirs.goto("/organization/settings");
  await theirs.getByLabel("组织简介").fill("为制造业做数据平台。");
  await call(page, baseURL ?? "", "DELETE", member);
  await comeBack(theirs);
  await expect(theirs.getByRole("alert").filter({ hasText: "暂时无法保存" })).toBeVisible();
  await expect(theirs.getByLabel("组织简介")).toHaveValue("为制造业做数据平台。");
  await theirs.getByRole("link", { name: "组织", exact: true }).click();
  await theirs.getByRole("dialog").getByRole("button", { name: "放弃修改" }).click();
  await expect(theirs).toHaveURL(/\/organization\/select$/);
  await theirs.context().close();
});

test("permissions half changed outlive a lesser role", async ({ page, account, baseURL, browser }) => {
  const { page: theirs, member } = await colleague(browser, { page, account }, baseURL ?? "", "admin");
  await theirs.goto("/organization/permissions?role=recruiter");
  const create = theirs.getByLabel("职位：新建");
  await create.check();
  await call(page, baseURL ?? "", "PATCH", member, { role: "recruiter" });
  await comeBack(theirs);
  await expect(theirs.getByRole("alert").filter({ hasText: "权限恢复后即可保存" })).toBeVisible();
  await expect(create).toBeChecked();
  await expect(create).toBeDisabled();
  await call(page, baseURL ?? "", "PATCH", member, { role: "admin" });
  await comeBack(theirs);
  await theirs.getByRole("button", { name: "保存" }).click();
  await expect(theirs.getByText("招聘专员的权限已保存")).toBeVisible();
  await theirs.context().close();
});
