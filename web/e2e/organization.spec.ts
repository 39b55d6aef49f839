// The organization: members, permissions, profile and deletion.
import { expect } from "@playwright/test";
import { acceptAsNew, call, colleague, comeBack } from "./people";
import { accountButton, createOrganization, expectAccessible, test, unique } from "./support";
import { pattern, text } from "./text";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGOQz4/HihiGlgQAFyE7QVX2IkAAAAAASUVORK5CYII=";

test("an invited person joins", async ({ page, account, baseURL, otherPage }) => {
  const first = `${unique("wang")}@yunfan.example`;
  const second = `${unique("budi")}@nusantara.example`;
  await page.goto("/organization/members");
  await page.getByRole("button", { name: text("organization:invite.title") }).click();
  const dialog = page.getByRole("dialog", { name: text("organization:invite.title") });
  await dialog.getByLabel(text("organization:invite.emails")).fill(`${first}, budi@nusantara`);
  await dialog.getByRole("button", { name: text("organization:invite.submit") }).click();
  await expect(dialog.getByText(text("organization:invite.invalid", { addresses: "budi@nusantara" }))).toBeVisible();
  await dialog.getByLabel(text("organization:invite.emails")).fill(`${first}\nBudi <${second}>`);
  await dialog.getByRole("button", { name: text("organization:invite.submit_many", { count: 2 }) }).click();
  await expect(dialog).toBeHidden();
  const open = page.getByRole("table", { name: text("organization:invitations.title") });
  await expect(open.getByRole("row").filter({ hasText: first })).toContainText(text("shell:role.recruiter"));
  await expect(page.getByText(text("organization:usage.invited", { count: 2 }))).toBeVisible();

  const newcomer = await otherPage();
  await acceptAsNew(newcomer, baseURL ?? "", first, "王芳");
  await newcomer.goto("/organization");
  await expect(newcomer.getByRole("heading", { name: account.organizationName })).toBeVisible();
  await expect(newcomer.getByText(text("organization:hub.nothing_to_manage"))).toBeVisible();

  await page.reload();
  await expect(
    page
      .getByRole("table", { name: text("organization:members.title") })
      .getByRole("row")
      .filter({ hasText: "王芳" }),
  ).toBeVisible();
  const row = open.getByRole("row").filter({ hasText: second });
  await row.getByRole("button", { name: pattern("organization:invitations.more") }).click();
  await page.getByRole("menuitem", { name: text("organization:invitations.cancel") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("organization:invitations.cancel") })
    .click();
  await expect(page.getByText(text("organization:invitations.none"))).toBeVisible();
});

test("a role change can be undone, and jobs are assigned", async ({ page, account, baseURL, otherPage }) => {
  const { email } = await colleague(otherPage, { page, account }, baseURL ?? "", "recruiter");
  await call(page, baseURL ?? "", "POST", `/api/organizations/${account.organizationId}/jobs`, {
    title: "数据分析师",
    jd: "分析业务数据。",
  });
  await page.goto("/organization/members");
  const row = page
    .getByRole("table", { name: text("organization:members.title") })
    .getByRole("row")
    .filter({ hasText: email });
  await row.getByRole("combobox").click();
  await page.getByTitle(text("shell:role.interviewer")).click();
  await expect(
    page.getByText(text("organization:members.role_changed", { name: "陈思远", role: text("shell:role.interviewer") })),
  ).toBeVisible();
  await page.getByRole("button", { name: text("common:action.undo") }).click();
  await expect(row).toContainText(text("shell:role.recruiter"));

  await row.getByRole("button", { name: pattern("organization:members.assign_to") }).click();
  const dialog = page.getByRole("dialog", { name: pattern("organization:assign.title") });
  await dialog.getByLabel("数据分析师").check();
  await dialog.getByRole("button", { name: text("organization:save") }).click();
  await expect(row).toContainText(text("organization:members.some_jobs", { count: 1 }));

  await row.getByRole("button", { name: pattern("organization:members.deactivate_name") }).click();
  await expect(row).toContainText(text("organization:members.inactive"));
  await row.getByRole("button", { name: pattern("organization:members.bring_back_name") }).click();
  await expect(row).toContainText(text("shell:role.recruiter"));
});

test("a role that changes under an open page leaves no uncaught error", async ({
  page,
  account,
  baseURL,
  otherPage,
}) => {
  const origin = baseURL ?? "";
  const { page: theirs, member } = await colleague(otherPage, { page, account }, origin, "admin");
  const root = `/api/organizations/${account.organizationId}`;
  const job = { title: "数据分析师", jd: "分析业务数据。" };
  const { id } = await call<{ id: string }>(page, origin, "POST", `${root}/jobs`, job);
  const uncaught: string[] = [];
  theirs.on("pageerror", (error) => uncaught.push(`${theirs.url()}: ${error.message} ${error.stack}`));
  const ofJob = `job_id=${id}`;
  for (const path of ["/jobs", `/jobs/${id}`, `/pipeline?${ofJob}`, `/ai-review?${ofJob}`, `/evaluate?${ofJob}`]) {
    await theirs.goto(path);
    await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
    await call(page, origin, "PATCH", member, { role: "interviewer" });
    await comeBack(theirs);
    await expect(theirs, path).toHaveURL(/\/403$/);
    await call(page, origin, "PATCH", member, { role: "admin" });
    await comeBack(theirs);
    await expect(theirs.getByRole("link", { name: text("shell:nav.jobs"), exact: true })).toBeVisible();
  }
  expect(uncaught).toEqual([]);
});

test("a reduced role closes the open page", async ({ page, account, baseURL, otherPage }) => {
  const { page: theirs, member } = await colleague(otherPage, { page, account }, baseURL ?? "", "hr_manager");
  await theirs.goto("/jobs");
  await expect(theirs.getByRole("link", { name: text("jobs:new") }).first()).toBeVisible();
  await call(page, baseURL ?? "", "PATCH", member, { role: "interviewer" });

  // The next request is refused, caused by this click or, before it, by the page itself.
  await theirs
    .getByRole("tab", { name: text("jobs:status.inactive") })
    .evaluateAll((tabs: HTMLElement[]) => tabs[0]?.click());
  await expect(theirs).toHaveURL(/\/403$/);
  await expect(
    theirs.getByText(
      text("shell:forbidden.where", { organization: account.organizationName, role: text("shell:role.interviewer") }),
    ),
  ).toBeVisible();
  await theirs.getByRole("link", { name: text("shell:forbidden.home") }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(theirs.getByRole("navigation", { name: text("shell:nav.main") }).getByRole("link")).toHaveText([
    text("shell:nav.schedule"),
    text("shell:nav.talent_pool"),
  ]);

  // Focusing the window is enough, too.
  await call(page, baseURL ?? "", "PATCH", member, { role: "hr_manager" });
  await comeBack(theirs);
  await theirs.getByRole("link", { name: text("shell:nav.jobs"), exact: true }).click();
  // As it was left: with the clicked tab, unless the refusal came first.
  await expect(theirs).toHaveURL(/\/jobs(\?status=inactive)?$/);
  await call(page, baseURL ?? "", "PATCH", member, { role: "viewer" });
  await comeBack(theirs);
  await expect(theirs).toHaveURL(/\/403$/);

  await theirs.getByRole("link", { name: text("shell:forbidden.home") }).click();
  await expect(theirs).toHaveURL(/\/welcome$/);
  await call(page, baseURL ?? "", "DELETE", member);
  await comeBack(theirs);
  await expect(theirs).toHaveURL(/\/organization\/select$/);
  await expect(
    theirs.getByText(text("organization:select.left", { organization: account.organizationName })),
  ).toBeVisible();
  await theirs.goto("/welcome");
  await expect(theirs.getByText(text("welcome:newcomer.text"))).toBeVisible();
});

test("focusing the window refetches the role, even while an earlier request is open", async ({
  page,
  account,
  baseURL,
  otherPage,
}) => {
  const { page: theirs, member } = await colleague(otherPage, { page, account }, baseURL ?? "", "hr_manager");
  await theirs.goto("/jobs");
  await expect(theirs.getByRole("link", { name: text("jobs:new") }).first()).toBeVisible();

  // A response from before the change that arrives only when the tab is closed.
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
});

test("the permission editor controls what a recruiter sees", async ({ page, account, baseURL, otherPage }) => {
  const { page: theirs } = await colleague(otherPage, { page, account }, baseURL ?? "", "recruiter");
  const menu = theirs.getByRole("navigation", { name: text("shell:nav.main") });
  await theirs.goto("/ai-review");
  const given = [
    text("shell:nav.review"),
    text("shell:nav.pipeline"),
    text("shell:nav.schedule"),
    text("shell:nav.inbox"),
    text("shell:nav.talent_pool"),
  ];
  await expect(menu.getByRole("link")).toHaveText(given);

  await page.goto("/organization/permissions");
  await page.getByRole("tab", { name: text("shell:role.owner") }).click();
  await expect(page.getByText(text("organization:permissions.fixed"))).toBeVisible();
  await page.getByRole("tab", { name: text("shell:role.recruiter") }).click();
  await page
    .getByRole("region", { name: text("organization:permissions.pages") })
    .getByLabel(text("organization:page.jobs"))
    .check();
  await page
    .getByLabel(
      text("organization:permissions.cell", {
        resource: text("organization:resource.jobs"),
        action: text("organization:action.create"),
      }),
    )
    .check();
  await page.getByRole("link", { name: text("shell:nav.jobs"), exact: true }).click();
  const leave = page.getByRole("dialog", { name: text("common:leave.title") });
  await leave.getByRole("button", { name: text("common:leave.stay") }).click();
  await page.getByRole("button", { name: text("organization:save") }).click();
  await expect(
    page.getByText(text("organization:permissions.saved", { role: text("shell:role.recruiter") })),
  ).toBeVisible();

  await comeBack(theirs);
  await expect(menu.getByRole("link")).toHaveText([text("shell:nav.jobs"), ...given]);
  await menu.getByRole("link", { name: text("shell:nav.jobs") }).click();
  await expect(theirs.getByRole("link", { name: text("jobs:new") }).first()).toBeVisible();

  await page.getByRole("button", { name: text("organization:preset.restore_defaults") }).click();
  await page.getByRole("button", { name: text("organization:save") }).click();
  await expect(page.getByText(text("organization:permissions.unsaved"))).toHaveCount(0);
  await comeBack(theirs);
  await expect(theirs).toHaveURL(/\/403$/);
});

test("the profile is saved, with its logo", async ({ page, account }) => {
  await page.goto("/organization");
  await page.getByRole("link", { name: new RegExp(text("organization:settings.title")) }).click();
  const save = page.getByRole("button", { name: text("organization:save") });
  await expect(save).toBeDisabled();
  await page.getByLabel(text("organization:settings.website")).fill("yunfan.example");
  await page.getByLabel(text("organization:settings.description")).fill("为制造业做数据平台。");
  const founded = page.getByLabel(text("organization:settings.founded"));
  await founded.fill("2012-05-08");
  await founded.press("Enter");
  await page.getByRole("combobox", { name: text("organization:settings.industry") }).click();
  await page.getByTitle(text("common:industry.tech")).click();
  await expect(page.getByText(text("organization:permissions.unsaved"))).toBeVisible();
  await save.click();
  await expect(page.getByRole("status").filter({ hasText: text("organization:settings.saved") })).toBeVisible();

  const logo = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") };
  await page.locator("input[type=file]").setInputFiles(logo);
  await expect(page.getByText(text("organization:settings.logo_saved"))).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(text("organization:settings.website"))).toHaveValue("https://yunfan.example");
  await expect(founded).toHaveValue(/2012\D+0?5\D+0?8/);
  await expect(page.locator("main img")).toHaveJSProperty("complete", true);
  await page.getByRole("button", { name: text("organization:settings.logo_remove") }).click();
  await expect(page.getByRole("button", { name: text("organization:settings.logo_upload") })).toBeVisible();
  await page.getByRole("link", { name: text("organization:title"), exact: true }).click();
  await expect(page.getByRole("heading", { name: account.organizationName })).toBeVisible();
  await expect(page.getByText(text("common:industry.tech"))).toBeVisible();
});

test("a second organization is created and switched to", async ({ page, account }) => {
  const name = unique("雅加达分公司");
  await page.goto("/organization");
  await page.getByRole("link", { name: text("organization:hub.create_another") }).click();
  await page.getByLabel(text("common:organization.name")).fill(name);
  await page.getByLabel(text("common:organization.slug")).fill(unique("jakarta"));
  await page.getByLabel(text("common:organization.industry")).selectOption("retail");
  await page.getByText(text("common:plan.pro")).click();
  await page.getByRole("button", { name: text("common:organization.create") }).click();
  await expect(page).toHaveURL(/\/pipeline$/);
  await page.goto("/organization");
  await expect(page.getByText(text("common:plan.pro"))).toBeVisible();
  await expect(page.getByText(text("common:industry.retail"))).toBeVisible();
  await page.goto("/organization/select");
  await page.getByRole("button", { name: account.organizationName }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await accountButton(page).click();
  await page.getByRole("button", { name }).click();
  await expect(accountButton(page)).toContainText(name);
});

test("the owner deletes the organization with its name typed", async ({ page, account }) => {
  await page.goto("/organization/settings");
  await page.getByRole("button", { name: text("organization:delete.open") }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(text("organization:delete.members", { count: 1 }))).toBeVisible();
  await expect(dialog.getByRole("button", { name: text("organization:delete.confirm") })).toBeDisabled();
  await dialog
    .getByLabel(text("organization:delete.type_name", { name: account.organizationName }))
    .fill(account.organizationName);
  await dialog.getByRole("button", { name: text("organization:delete.confirm") }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByText(text("welcome:newcomer.text"))).toBeVisible();
});

test("a member leaves and has no organization", async ({ page, account, baseURL, otherPage }) => {
  const { page: theirs, email } = await colleague(otherPage, { page, account }, baseURL ?? "", "recruiter");
  await theirs.goto("/organization");
  await theirs.getByRole("button", { name: text("organization:leave.open") }).click();
  const dialog = theirs.getByRole("dialog", {
    name: text("organization:leave.ask", { name: account.organizationName }),
  });
  await expect(dialog.getByText(text("organization:leave.lost"))).toBeVisible();
  await expect(dialog.getByText(text("organization:leave.none"))).toBeVisible();
  await expectAccessible(theirs, "leaving");
  await dialog.getByRole("button", { name: text("organization:leave.confirm") }).click();
  await expect(theirs).toHaveURL(/\/welcome$/);
  await expect(theirs.getByText(text("welcome:newcomer.text"))).toBeVisible();
  await page.goto("/organization/members");
  const row = page
    .getByRole("table", { name: text("organization:members.title") })
    .getByRole("row")
    .filter({ hasText: email });
  await expect(row).toContainText(text("organization:members.inactive"));
});

test("the last owner cannot leave until another owner exists", async ({ page, account, baseURL, otherPage }) => {
  await page.goto("/organization");
  await page.getByRole("button", { name: text("organization:leave.open") }).click();
  const reason = page.getByRole("dialog", { name: text("organization:leave.last_title") });
  await expectAccessible(page, "the last owner");
  await reason.getByRole("link", { name: text("organization:leave.last_members") }).click();
  await expect(page).toHaveURL(/\/organization\/members$/);

  const { member } = await colleague(otherPage, { page, account }, baseURL ?? "", "admin");
  await call(page, baseURL ?? "", "PATCH", member, { role: "owner" });
  const other = await createOrganization(page.request, baseURL ?? "");
  await page.goto("/organization");
  await page.getByRole("button", { name: text("organization:leave.open") }).click();
  const dialog = page.getByRole("dialog", { name: text("organization:leave.ask", { name: account.organizationName }) });
  await expect(dialog.getByText(text("organization:leave.next", { name: other.name }))).toBeVisible();
  await dialog.getByRole("button", { name: text("organization:leave.confirm") }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(accountButton(page)).toContainText(other.name);
});

test("the organization page shows plan usage including invitations", async ({ page, account, baseURL, otherPage }) => {
  const organization = `/api/organizations/${account.organizationId}`;
  const { page: theirs } = await colleague(otherPage, { page, account }, baseURL ?? "", "viewer");
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
  await expect(page.getByText(text("organization:usage.invited", { count: 1 }))).toBeVisible();
  await theirs.goto("/organization");
  await expect(theirs.getByText(text("organization:usage.seats"))).toBeVisible();
  await expect(theirs.getByText("/ 5")).toHaveCount(0);
});
