// Invitations: new users, existing ones, a wrong account, declining, and invalid links.
import { expect, type Page } from "@playwright/test";
import { call } from "./people";
import {
  createOrganization,
  expectAccessible,
  invite,
  mailedLink,
  PASSWORD,
  register,
  signIn,
  test,
  unique,
} from "./support";
import { pattern, text } from "./text";

/** An owner with an organization, in a separate browser. */
const host = test.extend<{
  owner: {
    organization: { id: string; name: string };
    invite: (email: string) => ReturnType<typeof invite>;
    /** Calls an endpoint of the organization as its owner. */
    call: <T>(method: "POST" | "DELETE", path: string) => Promise<T>;
    page: Page;
  };
}>({
  owner: async ({ otherPage, baseURL }, use) => {
    const page = await otherPage();
    await register(page.request, baseURL ?? "", "林悦");
    const organization = await createOrganization(page.request, baseURL ?? "");
    await use({
      organization,
      page,
      call: (method, path) => call(page, baseURL ?? "", method, `/api/organizations/${organization.id}/${path}`),
      invite: (email) => invite(page.request, baseURL ?? "", organization.id, email),
    });
  },
});

const organizationButton = (page: Page, name: string) => page.getByRole("banner").getByRole("button", { name });

host("a new user joins with a name and a password", async ({ page, owner }) => {
  const email = `${unique("new")}@yunfan.example`;
  const { path } = await owner.invite(email);
  await page.goto(path);
  await expect(
    page.getByText(
      text("auth:invitation.text", {
        inviter: "林悦",
        organization: owner.organization.name,
        role: text("shell:role.recruiter"),
      }),
    ),
  ).toBeVisible();
  await expect(page.getByLabel(text("auth:email"))).toHaveValue(email);
  await expect(page.getByLabel(text("auth:email"))).toHaveAttribute("readonly");
  await expectAccessible(page);
  await page.getByRole("button", { name: text("auth:invitation.join") }).click();
  await expect(page.getByText(text("auth:required"))).toHaveCount(2);
  await page.getByLabel(text("auth:full_name")).fill("周敏");
  await page.getByLabel(text("auth:password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: text("auth:invitation.join") }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { name: text("welcome:title", { name: "周敏" }) })).toBeVisible();
  await expect(page.getByRole("link", { name: text("jobs:new") })).toBeHidden();

  await page.goto(path);
  await expect(page).toHaveURL(/\/welcome$/);
  await page.context().clearCookies();
  await page.goto(path);
  await expect(page.getByRole("alert")).toContainText(text("auth:invitation.accepted"));
});

host("an existing user signs in and joins", async ({ page, owner, otherPage, baseURL }) => {
  const elsewhere = await otherPage();
  const email = await register(elsewhere.request, baseURL ?? "", "陈思远");
  const { path } = await owner.invite(email);
  await page.goto(path);
  await expectAccessible(page);
  await page.getByRole("link", { name: text("auth:invitation.sign_in") }).click();
  await signIn(page, email);
  await page.getByRole("button", { name: text("auth:invitation.join_as", { email }) }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(organizationButton(page, owner.organization.name)).toBeVisible();
});

host(
  "a user signed in with the invited address joins with a button, not by opening the link",
  async ({ page, owner, baseURL }) => {
    const email = await register(page.request, baseURL ?? "", "陈思远");
    const own = await createOrganization(page.request, baseURL ?? "");
    await page.goto("/welcome");
    await expect(organizationButton(page, own.name)).toBeVisible();
    const { path } = await owner.invite(email);
    await page.goto(path);
    const join = page.getByRole("button", { name: text("auth:invitation.join_as", { email }) });
    await expect(join).toBeVisible();
    await expectAccessible(page);
    const memberships = await (await page.request.get("/api/me/organizations")).json();
    expect(memberships.total).toBe(1);
    await join.click();
    await expect(page).toHaveURL(/\/welcome$/);
    await expect(organizationButton(page, owner.organization.name)).toBeVisible();
  },
);

host("a user signed in with another address can switch accounts", async ({ page, owner, baseURL }) => {
  const other = await register(page.request, baseURL ?? "", "陈思远");
  const email = `${unique("new")}@yunfan.example`;
  const { path } = await owner.invite(email);
  await page.goto(path);
  await expect(page.getByText(text("auth:invitation.other_text", { signedInAs: other, email }))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: text("auth:invitation.sign_out") }).click();
  await expect(page.getByLabel(text("auth:email"))).toHaveValue(email);
});

host("an invitation is declined after a confirmation", async ({ page, owner }) => {
  const { path } = await owner.invite(`${unique("new")}@yunfan.example`);
  await page.goto(path);
  await page.getByRole("button", { name: text("shell:invitations.decline_sure") }).click();
  const dialog = page.getByRole("dialog", { name: text("shell:invitations.decline_ask") });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: text("shell:invitations.decline_not") }).click();
  await page.getByRole("button", { name: text("shell:invitations.decline_sure") }).click();
  await dialog.getByRole("button", { name: text("shell:invitations.decline_sure") }).click();
  await expect(page.getByRole("heading", { name: text("auth:invitation.declined_title") })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("alert")).toContainText(text("auth:invitation.declined"));
});

host("a new user with a copied link confirms their address before joining", async ({ page, owner, request }) => {
  const email = `${unique("new")}@yunfan.example`;
  const { id } = await owner.invite(email);
  const copied = await owner.call<{ link: string }>("POST", `invitations/${id}/link`);
  const link = new URL(copied.link);
  await page.goto(link.pathname + link.search);
  await page.getByLabel(text("auth:full_name")).fill("周敏");
  await page.getByLabel(text("auth:password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: text("auth:invitation.join") }).click();
  await expect(page.getByRole("heading", { name: text("auth:check.title") })).toBeVisible();
  const confirmation = await mailedLink(request, email, "token_hash=");
  await page.goto(confirmation.pathname + confirmation.search);
  await page.getByRole("button", { name: text("auth:verify.continue") }).click();
  const organization = owner.organization.name;
  await page.getByRole("button", { name: text("shell:invitations.accept_named", { organization }) }).click();
  await expect(page).toHaveURL(/\/pipeline$/);
  await expect(organizationButton(page, owner.organization.name)).toBeVisible();
});

host("invalid links show why and link back to sign-in", async ({ page, owner }) => {
  await page.goto("/accept-invitation");
  await expect(page.getByRole("alert")).toContainText(text("auth:invitation.no_token"));
  await expectAccessible(page);
  await page.goto("/accept-invitation?token=nothing");
  await expect(page.getByRole("alert")).toContainText(text("errors:invitation.invalid"));
  const { id, path } = await owner.invite(`${unique("new")}@yunfan.example`);
  await owner.call("DELETE", `invitations/${id}`);
  await page.goto(path);
  await expect(page.getByRole("alert")).toContainText(text("errors:invitation.invalid"));
  await page.getByRole("link", { name: text("auth:verify.to_login") }).click();
  await expect(page).toHaveURL(/\/login$/);
});

host("an invitation that cannot be accepted shows why beside its button", async ({ page, owner, baseURL }) => {
  const email = await register(page.request, baseURL ?? "", "陈思远");
  const { path } = await owner.invite(email);
  await page.route("**/api/invitations/*/accept", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({ status: 409, code: "organization.user_limit_reached" }),
    }),
  );
  await page.goto(path);
  await page.getByRole("button", { name: text("auth:invitation.join_as", { email }) }).click();
  await expect(page.getByRole("alert")).toContainText(text("errors:organization.user_limit_reached"));
});

host("invitations in the list are declined and accepted one by one", async ({ page, owner, otherPage, baseURL }) => {
  const second = await otherPage();
  await register(second.request, baseURL ?? "", "赵敏");
  const other = await createOrganization(second.request, baseURL ?? "");
  const elsewhere = await otherPage();
  const email = await register(elsewhere.request, baseURL ?? "", "陈思远");
  await owner.invite(email);
  await invite(second.request, baseURL ?? "", other.id, email, "viewer");

  await page.goto("/login");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/welcome$/);
  const list = page.getByRole("region", { name: text("shell:invitations.mine") });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").filter({ hasText: other.name })).toContainText(
    pattern("shell:invitations.from", { inviter: "赵敏", role: text("shell:role.viewer") }),
  );
  await expectAccessible(page);

  await list
    .getByRole("button", { name: text("shell:invitations.decline_named", { organization: other.name }) })
    .click();
  const dialog = page.getByRole("dialog", { name: text("shell:invitations.decline_ask") });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: text("shell:invitations.decline_sure") }).click();
  await expect(list.getByRole("status")).toContainText(
    text("shell:invitations.declined", { organization: other.name }),
  );
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list
    .getByRole("button", { name: text("shell:invitations.accept_named", { organization: owner.organization.name }) })
    .click();
  await expect(organizationButton(page, owner.organization.name)).toBeVisible();
  await expect(page.getByRole("link", { name: text("welcome:review.action") })).toBeVisible();

  // A member of another organization finds the invitation in the account menu, and stays there until they choose.
  await invite(second.request, baseURL ?? "", other.id, email, "viewer");
  await page.reload();
  await organizationButton(page, owner.organization.name).click();
  await page.getByRole("link", { name: text("shell:account.invitations", { count: 1 }) }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expectAccessible(page);
  await list
    .getByRole("button", { name: text("shell:invitations.accept_named", { organization: other.name }) })
    .click();
  await expect(list.getByRole("status")).toContainText(text("shell:invitations.joined", { organization: other.name }));
  await list.getByRole("button", { name: text("shell:invitations.go") }).click();
  await expect(organizationButton(page, other.name)).toBeVisible();
  await page.goto("/organization/select");
  await expect(page.getByRole("button", { name: owner.organization.name })).toBeVisible();
  await expect(list).toBeHidden();
});
