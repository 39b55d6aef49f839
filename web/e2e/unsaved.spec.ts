// Input is kept if the permission to save it was removed.
import { expect } from "@playwright/test";
import { call, colleague, comeBack } from "./people";
import { expectAccessible, test } from "./support";
import { text } from "./text";

test("an unsaved job survives a reduced role and is saved after it is restored", async ({
  page,
  account,
  baseURL,
  otherPage,
}) => {
  const { page: theirs, member } = await colleague(otherPage, { page, account }, baseURL ?? "", "hr_manager");
  await theirs.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await theirs.goto("/jobs/new");
  await theirs.getByLabel(text("jobs:field.title")).fill("数据工程师");
  // The rubric is fetched shortly after typing; if that were refused, the page would know of the new role before the
  // click.
  const read = theirs.waitForResponse((response) => response.url().endsWith("/job-rubric"));
  await theirs.getByLabel(text("jobs:field.jd")).fill("负责数据平台。");
  await read;

  await call(page, baseURL ?? "", "PATCH", member, { role: "viewer" });
  await theirs.getByRole("button", { name: text("jobs:create") }).click();
  const kept = theirs.getByRole("alert").filter({ hasText: text("common:kept.title") });
  await expect(kept).toBeVisible();
  await expect(theirs).toHaveURL(/\/jobs\/new$/);
  await expect(theirs.getByLabel(text("jobs:field.jd"))).toHaveValue("负责数据平台。");
  await expect(theirs.getByLabel(text("jobs:field.jd"))).not.toBeEditable();
  await expectAccessible(theirs);
  await kept.getByRole("button", { name: text("common:kept.copy") }).click();
  await expect(theirs.getByText(text("common:kept.copied"))).toBeVisible();
  expect(await theirs.evaluate(() => navigator.clipboard.readText())).toBe(
    `${text("jobs:field.title")}\n数据工程师\n\n${text("jobs:field.jd")}\n负责数据平台。`,
  );

  await call(page, baseURL ?? "", "PATCH", member, { role: "hr_manager" });
  await comeBack(theirs);
  await expect(kept).toBeHidden();
  await theirs.getByRole("button", { name: text("jobs:create") }).click();
  await expect(theirs).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
});

test("unsaved settings survive removal from the organization until the page is left", async ({
  page,
  account,
  baseURL,
  otherPage,
}) => {
  const { page: theirs, member } = await colleague(otherPage, { page, account }, baseURL ?? "", "admin");
  await theirs.goto("/organization/settings");
  await theirs.getByLabel(text("organization:settings.description")).fill("为制造业做数据平台。");
  await call(page, baseURL ?? "", "DELETE", member);
  await comeBack(theirs);
  await expect(theirs.getByRole("alert").filter({ hasText: text("common:kept.title") })).toBeVisible();
  await expect(theirs.getByLabel(text("organization:settings.description"))).toHaveValue("为制造业做数据平台。");
  await theirs.getByRole("link", { name: text("organization:title"), exact: true }).click();
  await theirs
    .getByRole("dialog")
    .getByRole("button", { name: text("common:leave.leave") })
    .click();
  await expect(theirs).toHaveURL(/\/organization\/select$/);
});

test("unsaved permissions survive a reduced role", async ({ page, account, baseURL, otherPage }) => {
  const { page: theirs, member } = await colleague(otherPage, { page, account }, baseURL ?? "", "admin");
  await theirs.goto("/organization/permissions?role=recruiter");
  const create = theirs.getByLabel(
    text("organization:permissions.cell", {
      resource: text("organization:resource.jobs"),
      action: text("organization:action.create"),
    }),
  );
  await create.check();
  await call(page, baseURL ?? "", "PATCH", member, { role: "recruiter" });
  await comeBack(theirs);
  await expect(theirs.getByRole("alert").filter({ hasText: text("common:kept.text_changes") })).toBeVisible();
  await expect(create).toBeChecked();
  await expect(create).toBeDisabled();
  await call(page, baseURL ?? "", "PATCH", member, { role: "admin" });
  await comeBack(theirs);
  await theirs.getByRole("button", { name: text("organization:save") }).click();
  await expect(
    theirs.getByText(text("organization:permissions.saved", { role: text("shell:role.recruiter") })),
  ).toBeVisible();
});
