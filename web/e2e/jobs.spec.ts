// Writing a job with its live rubric, and changing its status.
import { expect } from "@playwright/test";
import { call } from "./people";
import { applicants, createJob, promoted, zip } from "./resumes";
import { expectAccessible, test } from "./support";
import { pattern, text } from "./text";

test("a job is written with a live rubric, saved and found", async ({ page, account: _account }) => {
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

test("leaving a job with unsaved changes asks first", async ({ page, account, baseURL }) => {
  const created = await page.request.post(`/api/organizations/${account.organizationId}/jobs`, {
    data: { title: "数据分析师", jd: "分析业务数据。" },
    headers: { Origin: new URL(baseURL ?? "").origin },
  });
  const { id } = await created.json();
  await page.goto(`/jobs/${id}`);
  await page.getByLabel(text("jobs:field.title")).fill(account.organizationName);
  await page.getByRole("link", { name: text("shell:nav.evaluate") }).click();
  const dialog = page.getByRole("dialog", { name: text("common:leave.title") });
  await dialog.getByRole("button", { name: text("common:leave.stay") }).click();
  await expect(page.getByLabel(text("jobs:field.title"))).toHaveValue(account.organizationName);
  await page.getByRole("link", { name: text("shell:nav.evaluate") }).click();
  await dialog.getByRole("button", { name: text("common:leave.leave") }).click();
  await expect(page).toHaveURL(/\/evaluate/);
});

test("an uncreated job is kept as a draft until it is created", async ({ page, account }) => {
  await page.goto("/jobs/new");
  await page.getByLabel(text("jobs:field.title")).fill(account.organizationName);
  await expect(page.getByText(text("jobs:draft.kept"))).toBeVisible();
  // No confirmation, because the draft is kept.
  await page.getByRole("link", { name: text("shell:nav.evaluate") }).click();
  await expect(page).toHaveURL(/\/evaluate/);
  await page.goto("/jobs/new");
  await expect(page.getByText(text("jobs:draft.restored"))).toBeVisible();
  await expect(page.getByLabel(text("jobs:field.title"))).toHaveValue(account.organizationName);
  await page.getByLabel(text("jobs:field.jd")).fill("分析业务数据。");
  await page.getByRole("button", { name: text("jobs:create") }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
  await page.goto("/jobs/new");
  await expect(page.getByLabel(text("jobs:field.title"))).toHaveValue("");
});

test("a job is closed, archived and restored", async ({ page, account, baseURL }) => {
  const created = await page.request.post(`/api/organizations/${account.organizationId}/jobs`, {
    data: { title: "数据分析师", jd: "分析业务数据。" },
    headers: { Origin: new URL(baseURL ?? "").origin },
  });
  expect(created.status()).toBe(201);
  const more = page.getByRole("button", { name: pattern("jobs:more") });
  const row = page.getByRole("link", { name: "数据分析师" });

  await page.goto("/jobs");
  await more.click();
  await page.getByRole("menuitem", { name: text("jobs:move.deactivate") }).click();
  // A tab shows the list before until its own is loaded.
  await expect(row).toBeHidden();
  await page.getByRole("tab", { name: text("jobs:status.inactive") }).click();
  await more.click();
  await page.getByRole("menuitem", { name: text("jobs:move.archive") }).click();
  await expect(row).toBeHidden();
  await page.getByRole("tab", { name: text("jobs:status.archived") }).click();
  await expect(row).toBeVisible();
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

test("jobs are searched, sorted, duplicated and deleted", async ({ page, account, baseURL }) => {
  const jobs = `/api/organizations/${account.organizationId}/jobs`;
  await call(page, baseURL ?? "", "POST", jobs, { title: "产品经理", jd: "规划产品。", company_name: "云帆" });
  await call(page, baseURL ?? "", "POST", jobs, { title: "数据分析师", jd: "分析业务数据。" });
  await page.goto("/jobs");
  const rows = page.getByRole("row").filter({ has: page.locator("a[data-row]") });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("数据分析师");
  await page.keyboard.press("/");
  await page.keyboard.type("云帆");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await expect(rows).toContainText("产品经理");

  await page.getByRole("button", { name: text("jobs:more", { title: "产品经理" }) }).click();
  await page.getByRole("menuitem", { name: text("jobs:copy") }).click();
  const copy = text("jobs:copied_title", { title: "产品经理" });
  await expect(page.getByLabel(text("jobs:field.title"))).toHaveValue(copy);
  await page.getByRole("button", { name: text("jobs:create") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(copy);

  await page.getByRole("button", { name: text("jobs:more", { title: copy }) }).click();
  await page.getByRole("menuitem", { name: text("jobs:delete.open") }).click();
  const dialog = page.getByRole("dialog", { name: text("jobs:delete.ask", { title: copy }) });
  await dialog.getByRole("radio", { name: text("jobs:delete.permanently") }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: text("jobs:delete.permanently") }).click();
  await expect(page).toHaveURL(/\/jobs$/);
  await expect(page.getByText(text("jobs:deleted", { title: copy }))).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: text("jobs:list.sort") }).click();
  await page.getByTitle(text("jobs:sort.title")).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(rows).toHaveCount(2);
});

test("questions are previewed while typing, and a taken address names the other job", async ({
  page,
  account,
  baseURL,
}) => {
  const jobs = `/api/organizations/${account.organizationId}/jobs`;
  const other = await call<{ submission_email: string }>(page, baseURL ?? "", "POST", jobs, {
    title: "产品经理",
    jd: "规划产品。",
  });
  const { id } = await call<{ id: string }>(page, baseURL ?? "", "POST", jobs, { title: "数据分析师", jd: "分析。" });
  await page.goto(`/jobs/${id}`);
  await page.getByLabel(text("jobs:field.questions")).fill("## 技术\n1. 会 SQL 吗？\n2、用过哪些数据仓库？");
  const preview = page.getByRole("region", { name: text("jobs:questions.preview") });
  await expect(preview.getByRole("heading", { name: "技术" })).toBeVisible();
  await expect(preview.getByRole("listitem")).toHaveCount(2);

  const address = page.getByLabel(text("jobs:field.submission"));
  const own = await address.inputValue();
  await address.fill(other.submission_email);
  await page.getByRole("button", { name: text("jobs:save") }).click();
  await expect(page.getByText(text("jobs:field.email_taken", { title: "产品经理" }))).toBeVisible();
  await address.fill(own);
  await page.getByRole("button", { name: text("jobs:save") }).click();
  await expect(page.getByText(text("jobs:saved"))).toBeVisible();

  await page.getByRole("button", { name: text("jobs:submission.renew") }).click();
  await expect(address).not.toHaveValue(own);
  await page.getByRole("button", { name: text("common:action.undo") }).click();
  await expect(address).toHaveValue(own);
  await expectAccessible(page);
});

test("concurrent changes are neither lost nor overwritten", async ({ page, account, baseURL }) => {
  const jobs = `/api/organizations/${account.organizationId}/jobs`;
  const { id } = await call<{ id: string }>(page, baseURL ?? "", "POST", jobs, { title: "数据分析师", jd: "分析。" });
  await page.goto(`/jobs/${id}`);
  const jd = page.getByLabel(text("jobs:field.jd"));
  await expect(jd).toHaveValue("分析。");
  await call(page, baseURL ?? "", "PATCH", `${jobs}/${id}`, { jd: "分析业务数据。", company_name: "云帆" });

  await page.getByLabel(text("jobs:field.recruiter")).fill("林悦");
  await page.getByRole("button", { name: text("jobs:save") }).click();
  await expect(page.getByText(text("jobs:saved"))).toBeVisible();
  await expect(jd).toHaveValue("分析业务数据。");
  const saved = await call<{ jd: string; recruiter_name: string }>(page, baseURL ?? "", "GET", `${jobs}/${id}`);
  expect(saved).toMatchObject({ jd: "分析业务数据。", recruiter_name: "林悦" });

  await jd.fill("我的描述。");
  await call(page, baseURL ?? "", "PATCH", `${jobs}/${id}`, { jd: "他们的描述。" });
  await page.getByRole("button", { name: text("jobs:save") }).click();
  const conflict = page.getByRole("alert").filter({ hasText: text("common:conflict.title") });
  await expect(conflict).toContainText("他们的描述。");
  await expect(conflict).toContainText("我的描述。");
  await conflict.getByRole("button", { name: text("common:conflict.keep_mine") }).click();
  await page.getByRole("button", { name: text("jobs:save") }).click();
  await expect(conflict).toBeHidden();
  await expect
    .poll(async () => (await call<{ jd: string }>(page, baseURL ?? "", "GET", `${jobs}/${id}`)).jd)
    .toBe("我的描述。");
});

test("criteria are corrected by hand and by keyboard, kept, and restored", async ({ page, account, baseURL }) => {
  const job = await call<{ id: string }>(
    page,
    baseURL ?? "",
    "POST",
    `/api/organizations/${account.organizationId}/jobs`,
    {
      title: "高级后端工程师",
      jd: "负责交易系统的设计与开发。",
      ai_evaluation_criteria: "必须：精通 Rust\n必须：熟悉 PostgreSQL\n加分：金融行业经验",
    },
  );
  await page.goto(`/jobs/${job.id}`);
  const rubric = page.getByRole("complementary", { name: text("jobs:rubric.title") });
  const wording = rubric.getByRole("button", { name: /Rust/ });
  await wording.hover();
  await expect(page.locator("mark")).toContainText("Rust");

  await rubric.getByRole("button", { name: text("jobs:rubric.edit") }).click();
  const first = rubric.getByRole("textbox", { name: text("jobs:rubric.criterion", { number: 1 }) });
  await expect(first).toHaveValue(/Rust/);
  const down = rubric.getByRole("button", {
    name: new RegExp(`^${text("jobs:rubric.down", { criterion: "" })}.*Rust`),
  });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveValue(/PostgreSQL/);
  await expect(down).toBeFocused();
  await first.fill("三年以上 PostgreSQL 经验");
  await rubric.getByRole("button", { name: text("jobs:rubric.add") }).click();
  await page.keyboard.type("英语可日常沟通");
  await expectAccessible(page, "the criteria being edited");
  await rubric.getByRole("button", { name: text("jobs:save") }).click();
  await expect(page.getByText(text("jobs:rubric.saved"))).toBeVisible();

  await page.reload();
  await expect(rubric.getByRole("listitem").first()).toContainText("三年以上 PostgreSQL 经验");
  await expect(rubric.getByText(text("jobs:rubric.edited"))).toBeVisible();
  await page.getByLabel(text("jobs:field.criteria")).fill("必须：精通 Go");
  await page.getByRole("button", { name: text("jobs:save"), exact: true }).click();
  await expect(page.getByText(text("jobs:saved"))).toBeVisible();
  await expect(rubric.getByRole("listitem").filter({ hasText: "英语可日常沟通" })).toBeVisible();
  await rubric.getByRole("button", { name: text("jobs:rubric.reset") }).click();
  await expect(rubric.getByRole("listitem").filter({ hasText: "Go" })).toBeVisible();
  await expect(rubric.getByRole("listitem").filter({ hasText: "英语可日常沟通" })).toHaveCount(0);
});

test("after a change of criteria everyone is evaluated again and changes are shown", async ({
  page,
  account,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const sample = "zh-backend-engineer";
  const origin = baseURL ?? "";
  const jobId = await createJob(page, account, sample, origin);
  const [best] = applicants(sample);
  await promoted(page, account, jobId, zip(sample, [best?.file ?? ""]), origin);
  await page.goto(`/jobs/${jobId}`);
  await page.getByLabel(text("jobs:field.company")).fill("云帆");
  await page.getByRole("button", { name: text("jobs:save") }).click();
  await expect(page.getByText(text("jobs:saved"))).toBeVisible();
  const offer = page.getByRole("status").filter({ hasText: text("jobs:evaluate_again.offer", { count: 1 }) });
  await expect(offer).toHaveCount(0);

  await page.getByLabel(text("jobs:field.core")).fill("");
  await page.getByLabel(text("jobs:field.criteria")).fill("必须：持有执业药师资格证\n必须：三甲医院药房工作经验");
  await page.getByRole("button", { name: text("jobs:save") }).click();
  await expect(offer).toBeVisible();
  await expectAccessible(page, "the offer to evaluate again");
  await offer.getByRole("button", { name: text("jobs:evaluate_again.confirm") }).click();
  await page.getByRole("link", { name: text("jobs:evaluate_again.follow") }).click();
  await expect(page).toHaveURL(new RegExp(`/evaluate\\?job_id=${jobId}`));
  const changes = page.getByRole("region", { name: text("evaluate:changes.title") });
  await expect(changes.getByRole("listitem")).toHaveCount(1, { timeout: 60_000 });
  await expect(changes.getByRole("listitem")).toContainText(best?.name ?? "");
  await expect(changes.getByText(text("evaluate:changes.rank", { rank: 1 }))).toHaveCount(2);
});
