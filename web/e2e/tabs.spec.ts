// Two tabs of one user in two organizations: each tab stays in its own, also over a reload.
import { expect, type Page } from "@playwright/test";
import { STAGE } from "../src/entities/application/stages";
import { cards, drag, lane, onBoard, WHO } from "./board";
import { call } from "./people";
import { accountButton, createOrganization, test, unique } from "./support";
import { text } from "./text";

test.describe.configure({ timeout: 120_000 });

async function switchTo(page: Page, name: string): Promise<void> {
  await accountButton(page).click();
  await page.getByRole("button", { name }).click();
  await expect(accountButton(page)).toContainText(name);
}

/** The organizations that the tab asks about or writes to from now on. */
function organizationsAsked(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const [, id] = /\/api\/organizations\/([0-9a-f-]{36})/.exec(request.url()) ?? [];
    if (id) asked.add(id);
  });
  return asked;
}

test("a tab goes on in its organization while another tab is in another", async ({
  page,
  context,
  account,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const board = await onBoard(page, account, origin);
  const theirs = await createOrganization(page.request, origin);
  const title = unique("夜班护士");
  await call(page, origin, "POST", `/api/organizations/${theirs.id}/jobs`, { title, jd: "夜间病房护理" });

  await page.goto("/welcome");
  // The browser may have opened the newer one.
  if (!(await accountButton(page).innerText()).includes(account.organizationName)) {
    await switchTo(page, account.organizationName);
  }
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const [online, onsite] = [lane(page, "online_interview"), lane(page, "onsite_interview")];
  await expect(cards(online)).toHaveCount(WHO.length);
  const other = await context.newPage();
  await other.goto("/jobs");
  await switchTo(other, theirs.name);
  await expect(other.getByRole("link", { name: title })).toBeVisible();

  const [asked, askedByOther] = [organizationsAsked(page), organizationsAsked(other)];
  const card = cards(online).first();
  const id = (await card.getAttribute("data-card")) ?? "";
  await drag(page, card, onsite);
  await expect(cards(onsite)).toHaveCount(1);
  await expect.poll(async () => (await board.get(id)).status).toBe(STAGE.onsite);
  const { person } = await call<{ person: { id: string; name: string } }>(
    page,
    origin,
    "GET",
    `/api/organizations/${account.organizationId}/applications/${id}`,
  );

  await page.goto(`/candidate/${person.id}`);
  await page.getByLabel(text("candidate:notes.label")).fill("约了周三");
  await page.getByRole("button", { name: text("candidate:notes.add") }).click();
  await expect(page.getByText("约了周三").last()).toBeVisible();
  await expect(accountButton(page)).toContainText(account.organizationName);
  await page.goBack();
  await expect(cards(onsite)).toHaveCount(1);

  const menu = page.getByRole("navigation", { name: text("shell:nav.main") });
  await menu.getByRole("link", { name: text("shell:nav.jobs"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("jobs:title") })).toBeVisible();
  await page.reload();
  await expect(accountButton(page)).toContainText(account.organizationName);
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);
  await page.goBack();
  await expect(cards(onsite)).toHaveCount(1);
  expect([...asked]).toEqual([account.organizationId]);

  await other.reload();
  await expect(accountButton(other)).toContainText(theirs.name);
  await expect(other.getByRole("link", { name: title })).toBeVisible();
  await other.goto(`/pipeline?job_id=${board.jobId}`);
  // A job of the first organization is not found in the second.
  await expect(other.getByText(text("errors:job.not_found"))).toBeVisible();
  expect([...askedByOther]).toEqual([theirs.id]);
});
