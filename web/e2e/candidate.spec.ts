// A candidate's page, the links to it, and the command palette.
import { expect, type Page } from "@playwright/test";
import { call } from "./people";
import { applicants, createJob, promoted, type Sample, zip } from "./resumes";
import { type Account, expectAccessible, test } from "./support";
import { pattern, text } from "./text";

const SAMPLE: Sample = "zh-backend-engineer";
const [WHO] = applicants(SAMPLE).filter(({ file }) => file.endsWith(".docx"));

test.describe.configure({ timeout: 120_000 });

interface Found {
  id: string;
  person_id: string;
  person: { name: string };
}

async function candidate(page: Page, account: Account, baseURL: string): Promise<Found & { jobId: string }> {
  const jobId = await createJob(page, account, SAMPLE, baseURL);
  await promoted(page, account, jobId, zip(SAMPLE, [WHO?.file ?? ""]), baseURL);
  const path = `/api/organizations/${account.organizationId}/applications?job_id=${jobId}`;
  const { items } = await call<{ items: Found[] }>(page, baseURL, "GET", path);
  return { ...(items[0] as Found), jobId };
}

test("the candidate page: opened from AI review, edited, noted, re-evaluated", async ({ page, account, baseURL }) => {
  const found = await candidate(page, account, baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${found.jobId}`);
  await page.getByRole("article").getByRole("link", { name: found.person.name }).click();
  await expect(page).toHaveURL(new RegExp(`/candidate/${found.person_id}`));
  await expect(page.getByRole("heading", { level: 1, name: found.person.name })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: text("candidate:record.edit") }).click();
  await page.getByRole("textbox", { name: text("candidate:field.phone") }).fill("电话");
  await page.getByRole("button", { name: text("candidate:record.save") }).click();
  await expect(page.getByText(text("errors:field.phone_invalid"))).toBeVisible();
  await page.getByRole("textbox", { name: text("candidate:field.phone") }).fill("+86 139 0000 1234");
  await page.getByLabel(text("candidate:field.expected_salary")).fill("30k");
  await page.getByRole("button", { name: text("candidate:record.save") }).click();
  await expect(page.getByText("+86 139 0000 1234")).toBeVisible();

  await page.getByLabel(text("candidate:notes.label")).fill("沟通清晰。");
  await page.getByRole("button", { name: text("candidate:notes.add") }).click();
  await expect(page.getByText("沟通清晰。")).toBeVisible();
  await page.getByText(text("candidate:tab.activity"), { exact: true }).click();
  await expect(
    page.getByText(pattern("candidate:activity.changed", { field: text("candidate:field.phone") })),
  ).toBeVisible();

  await page.getByText(text("candidate:tab.evaluations"), { exact: true }).click();
  await page.getByRole("button", { name: text("candidate:evaluations.again") }).click();
  await expect(page.getByText(text("candidate:evaluations.started"))).toBeVisible();
  const evaluations = `/api/organizations/${account.organizationId}/applications/${found.id}/evaluations`;
  await expect.poll(async () => (await call<{ total: number }>(page, baseURL ?? "", "GET", evaluations)).total).toBe(2);
  await page.reload();
  await page.getByText(text("candidate:tab.evaluations"), { exact: true }).click();
  await expect(page.getByText(text("candidate:evaluations.current"), { exact: true })).toHaveCount(1);
});

test("the command palette finds a candidate by keyboard alone", async ({ page, account, baseURL }) => {
  const found = await candidate(page, account, baseURL ?? "");
  await page.goto("/jobs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", { name: text("shell:palette.search") });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill(found.person.name);
  const option = page.getByRole("option", { name: found.person.name }).first();
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/candidate/${found.person_id}`));
});
