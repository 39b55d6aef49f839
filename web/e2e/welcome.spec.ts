// The start page without an organization, and for roles that do not recruit.
import { expect } from "@playwright/test";
import { colleague } from "./people";
import { expectAccessible, register, signIn, test } from "./support";
import { text } from "./text";

test("users without an organization see how to get one", async ({ page, baseURL, context }) => {
  const email = await register(page.request, baseURL ?? "", "陈思远");
  await context.clearCookies();
  await page.goto("/login");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { name: text("welcome:title", { name: "陈思远" }) })).toBeVisible();
  await expect(page.getByText(text("welcome:newcomer.text"))).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.goto("/jobs");
  await expect(page).toHaveURL(/\/organization\/create$/);
  await page.goto("/welcome");
  await page.getByRole("link", { name: text("common:organization.create") }).click();
  await expect(page.getByLabel(text("common:organization.name"))).toBeFocused();
});

for (const [role, opens] of [
  ["viewer", "welcome:page.dashboard"],
  ["interviewer", "welcome:page.schedule"],
] as const) {
  test(`the welcome of ${role} lists their tasks and whom to contact`, async ({
    page,
    account,
    baseURL,
    otherPage,
  }) => {
    const { page: theirs } = await colleague(otherPage, { page, account }, baseURL ?? "", role);
    await theirs.goto("/welcome");
    const guide = theirs.getByRole("region", {
      name: text("welcome:role.title", { role: text(`shell:role.${role}`) }),
    });
    await expect(guide).toContainText(text(`shell:role_note.${role}`));
    await expect(guide.getByText(text(opens), { exact: true })).toBeVisible();
    await expect(theirs.getByText(text("welcome:role.more_text"))).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByRole("link", { name: text("welcome:role.organization") }).click();
    await expect(theirs.getByRole("heading", { name: account.organizationName })).toBeVisible();
  });
}
