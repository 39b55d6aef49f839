// Writing a job, seeing at once how it will be judged, and moving it between its states.
import { expect } from "@playwright/test";
import { test } from "./support";

test("a job is written, judged while it is written, saved and found again", async ({ page, account: _account }) => {
  await page.goto("/jobs");
  await expect(page.getByText("先写清要招什么样的人")).toBeVisible();
  await page.getByRole("link", { name: "新建职位" }).first().click();

  await page.getByLabel("职位名称").fill("高级后端工程师");
  await page.getByLabel("AI 评估标准").fill("必须：5 年以上后端开发经验\n必须：精通 Rust\n加分：金融行业经验");
  const rubric = page.getByRole("complementary", { name: "简历将按以下标准评估" });
  await expect(rubric.getByRole("heading", { name: "必备条件" })).toBeVisible();
  await expect(rubric.getByRole("listitem").filter({ hasText: "Rust" }).first()).toBeVisible();

  await page.getByRole("button", { name: "创建职位" }).click();
  await expect(page.getByText("请填写职位描述。")).toBeVisible();
  await page.getByLabel("职位描述").fill("负责交易系统的设计与开发。");
  await page.getByRole("button", { name: "创建职位" }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("高级后端工程师");

  await page.getByRole("main").getByRole("link", { name: "职位" }).click();
  await expect(page.getByRole("row", { name: /高级后端工程师/ })).toBeVisible();
});

test("leaving with unsaved changes asks first", async ({ page, account }) => {
  await page.goto("/jobs/new");
  await page.getByLabel("职位名称").fill(account.organizationName);
  await page.getByRole("link", { name: "简历评估" }).click();
  const dialog = page.getByRole("dialog", { name: "放弃未保存的修改？" });
  await dialog.getByRole("button", { name: "继续编辑" }).click();
  await expect(page.getByLabel("职位名称")).toHaveValue(account.organizationName);
  await page.getByRole("link", { name: "简历评估" }).click();
  await dialog.getByRole("button", { name: "放弃修改" }).click();
  await expect(page).toHaveURL(/\/evaluate/);
});

test("a job is closed, archived and brought back", async ({ page, account, baseURL }) => {
  const created = await page.request.post(`/api/organizations/${account.organizationId}/jobs`, {
    data: { title: "数据分析师", jd: "分析业务数据。" },
    headers: { Origin: new URL(baseURL ?? "").origin },
  });
  expect(created.status()).toBe(201);
  const more = page.getByRole("button", { name: /更多操作/ });

  await page.goto("/jobs");
  await more.click();
  await page.getByRole("menuitem", { name: "停止招聘" }).click();
  await page.getByRole("tab", { name: "已停招" }).click();
  await more.click();
  await page.getByRole("menuitem", { name: "归档" }).click();
  await page.getByRole("tab", { name: "已归档" }).click();
  await expect(page.getByRole("link", { name: "数据分析师" })).toBeVisible();
  await more.click();
  await page.getByRole("menuitem", { name: "恢复" }).click();
  await expect(page.getByText("归档的职位及其候选人会保留在这里")).toBeVisible();
});

test("closing a job can be undone from its message", async ({ page, account, baseURL }) => {
  await page.request.post(`/api/organizations/${account.organizationId}/jobs`, {
    data: { title: "产品经理", jd: "规划产品。" },
    headers: { Origin: new URL(baseURL ?? "").origin },
  });
  await page.goto("/jobs");
  await page.getByRole("button", { name: /更多操作/ }).click();
  await page.getByRole("menuitem", { name: "停止招聘" }).click();
  await expect(page.getByRole("link", { name: "产品经理" })).toBeHidden();
  await page.getByRole("button", { name: "撤销" }).click();
  await expect(page.getByRole("link", { name: "产品经理" })).toBeVisible();
});
