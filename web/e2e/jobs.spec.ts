// Writing a job, seeing at once how it will be judged, and moving it between its states.
import { expect } from "@playwright/test";
import { test } from "./support";
import { pattern, text } from "./text";

test("a job is written, judged while it is written, saved and found again", async ({ page, account: _account }) => {
  await page.goto("/jobs");
  await expect(page.getByText(text("jobs:empty.active"))).toBeVisible();
  await page
    .getByRole("link", { name: text("jobs:new") })
    .first()
    .click();

  await page.getByLabel(text("jobs:field.title")).fill("高级后端工程师");
  await page
    .getByLabel(text("jobs:field.criteria"))
    .fill("必须：5 年以上后端开发经验\n必须：精通 Rust\n加分：金融行业经验");
  const rubric = page.getByRole("complementary", { name: text("jobs:rubric.title") });
  await expect(rubric.getByRole("heading", { name: text("jobs:rubric.must") })).toBeVisible();
  await expect(rubric.getByRole("listitem").filter({ hasText: "Rust" }).first()).toBeVisible();

  await page.getByRole("button", { name: text("jobs:create") }).click();
  await expect(page.getByText(text("jobs:field.jd_required"))).toBeVisible();
  await page.getByLabel(text("jobs:field.jd")).fill("负责交易系统的设计与开发。");
  await page.getByRole("button", { name: text("jobs:create") }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("高级后端工程师");

  await page
    .getByRole("main")
    .getByRole("link", { name: text("shell:nav.jobs") })
    .click();
  await expect(page.getByRole("row", { name: /高级后端工程师/ })).toBeVisible();
});

test("leaving with unsaved changes asks first", async ({ page, account }) => {
  await page.goto("/jobs/new");
  await page.getByLabel(text("jobs:field.title")).fill(account.organizationName);
  await page.getByRole("link", { name: text("shell:nav.evaluate") }).click();
  const dialog = page.getByRole("dialog", { name: text("common:leave.title") });
  await dialog.getByRole("button", { name: text("common:leave.stay") }).click();
  await expect(page.getByLabel(text("jobs:field.title"))).toHaveValue(account.organizationName);
  await page.getByRole("link", { name: text("shell:nav.evaluate") }).click();
  await dialog.getByRole("button", { name: text("common:leave.leave") }).click();
  await expect(page).toHaveURL(/\/evaluate/);
});

test("a job is closed, archived and brought back", async ({ page, account, baseURL }) => {
  const created = await page.request.post(`/api/organizations/${account.organizationId}/jobs`, {
    data: { title: "数据分析师", jd: "分析业务数据。" },
    headers: { Origin: new URL(baseURL ?? "").origin },
  });
  expect(created.status()).toBe(201);
  const more = page.getByRole("button", { name: pattern("jobs:more") });

  await page.goto("/jobs");
  await more.click();
  await page.getByRole("menuitem", { name: text("jobs:move.deactivate") }).click();
  await page.getByRole("tab", { name: text("jobs:status.inactive") }).click();
  await more.click();
  await page.getByRole("menuitem", { name: text("jobs:move.archive") }).click();
  await page.getByRole("tab", { name: text("jobs:status.archived") }).click();
  await expect(page.getByRole("link", { name: "数据分析师" })).toBeVisible();
  await more.click();
  await page.getByRole("menuitem", { name: text("jobs:move.restore") }).click();
  await expect(page.getByText(text("jobs:empty.archived"))).toBeVisible();
});

test("closing a job can be undone from its message", async ({ page, account, baseURL }) => {
  await page.request.post(`/api/organizations/${account.organizationId}/jobs`, {
    data: { title: "产品经理", jd: "规划产品。" },
    headers: { Origin: new URL(baseURL ?? "").origin },
  });
  await page.goto("/jobs");
  await page.getByRole("button", { name: pattern("jobs:more") }).click();
  await page.getByRole("menuitem", { name: text("jobs:move.deactivate") }).click();
  await expect(page.getByRole("link", { name: "产品经理" })).toBeHidden();
  await page.getByRole("button", { name: text("common:action.undo") }).click();
  await expect(page.getByRole("link", { name: "产品经理" })).toBeVisible();
});
