// From the invitation to the first day, in three browsers: the candidate books by their link, the interviewer keeps notes
// through a lost connection and a reload, the recruiter offers, the candidate accepts, and onboarding ends the way.
import { expect, type Page } from "@playwright/test";
import { call, colleague } from "./people";
import { applicants, createJob, promoted, type Sample, zip } from "./resumes";
import { type Account, expectAccessible, press, test } from "./support";
import { pattern, text } from "./text";

const SAMPLE: Sample = "zh-backend-engineer";
const WHO = applicants(SAMPLE)
  .filter(({ file }) => file.endsWith(".docx"))
  .slice(0, 1);

test.describe.configure({ timeout: 180_000 });

interface Invited {
  jobId: string;
  id: string;
  organization: string;
  subStatus: () => Promise<string>;
}

/** One candidate in the online interview lane, whose job has questions. */
async function invited(page: Page, account: Account, baseURL = ""): Promise<Invited> {
  const organization = `/api/organizations/${account.organizationId}`;
  const jobId = await createJob(page, account, SAMPLE, baseURL);
  const job = await call<{ version: number }>(page, baseURL, "GET", `${organization}/jobs/${jobId}`);
  await call(page, baseURL, "PATCH", `${organization}/jobs/${jobId}`, {
    version: job.version,
    ai_interview_questions: "## 技术\n1. 为什么选择 Rust？\n2. 如何设计高可用服务？\n## 团队\n1. 如何处理分歧？",
  });
  await promoted(page, account, jobId, zip(SAMPLE, [WHO[0]?.file ?? ""]), baseURL);
  const root = `${organization}/applications`;
  const { items } = await call<{ items: { id: string; version: number }[] }>(
    page,
    baseURL,
    "GET",
    `${root}?job_id=${jobId}`,
  );
  const [first] = items;
  if (!first) throw new Error("no candidate");
  await call(page, baseURL, "PATCH", `${root}/${first.id}`, {
    version: first.version,
    status: "线上面试",
    sub_status: "待发线上面试邀请",
    reason: "电话沟通良好",
  });
  const subStatus = async () =>
    (await call<{ sub_status: string }>(page, baseURL, "GET", `${root}/${first.id}`)).sub_status;
  return { jobId, id: first.id, organization, subStatus };
}

test("from the booking page over the cockpit and the offer to the first day", async ({
  page,
  browser,
  account,
  baseURL,
}) => {
  const { id, jobId, organization, subStatus } = await invited(page, account, baseURL);
  const { page: desk } = await colleague(browser, { page, account }, baseURL ?? "", "interviewer");
  const { user } = await call<{ user: { id: string } }>(desk, baseURL ?? "", "GET", "/api/auth/session");
  const { link } = await call<{ link: string }>(
    page,
    baseURL ?? "",
    "POST",
    `${organization}/applications/${id}/booking-link`,
    { interviewer_id: user.id },
  );
  const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "zh-CN", reducedMotion: "reduce" });
  const candidate = await context.newPage();

  // The candidate books, and moves to another time.
  await candidate.goto(new URL(link).pathname);
  await expect(candidate.getByRole("heading", { level: 1 })).toContainText(account.organizationName);
  await expectAccessible(candidate, "booking page");
  const times = candidate.getByRole("group", { name: text("booking:choose") });
  await times.getByRole("radio").first().check();
  await candidate.getByRole("button", { name: text("booking:book") }).click();
  await expect(candidate.getByRole("heading", { name: text("booking:booked") })).toBeVisible();
  await expect.poll(subStatus).toBe("已预约线上面试");
  await candidate.getByRole("button", { name: text("booking:move"), exact: true }).click();
  await times.getByRole("radio").last().check();
  await candidate.getByRole("button", { name: text("booking:book") }).click();
  await expect(times).toBeHidden();

  // The interviewer's schedule shows it; the interview begins from there.
  await desk.goto("/schedule");
  const upcoming = desk.getByRole("region", { name: text("schedule:upcoming") });
  await expect(upcoming.locator("[data-schedule]")).toHaveCount(1);
  await expectAccessible(desk, "schedule");
  await upcoming.locator("[data-schedule]").getByRole("button").first().click();
  await desk.getByRole("link", { name: text("schedule:action.start") }).click();
  const note = desk.getByRole("textbox", { name: pattern("interview:note_label") }).first();
  await expect(note).toBeDisabled();
  await desk.getByRole("button", { name: text("interview:start") }).click();
  const strip = desk.getByRole("region", { name: text("interview:strip.title") });
  await strip.getByRole("button").first().click();
  await desk.getByRole("menuitem", { name: text("common:verdict.met"), exact: true }).click();
  await note.fill("回答有条理");
  await expect(desk.getByText(text("interview:state.saved"))).toBeVisible();
  await expectAccessible(desk, "cockpit");

  // Nothing is lost offline and through a reload.
  await desk.route("**/interview-drafts/**", (route) => route.abort());
  await desk.getByLabel(text("interview:adhoc"), { exact: true }).fill("离线时的记录");
  await expect(desk.getByText(text("interview:state.local"))).toBeVisible();
  await desk.unroute("**/interview-drafts/**");
  await desk.reload();
  await expect(desk.getByLabel(text("interview:adhoc"), { exact: true })).toHaveValue("离线时的记录");
  await expect(note).toHaveValue("回答有条理");
  await desk.locator("label").filter({ hasText: /^4$/ }).first().click();
  await desk.getByLabel(text("interview:overall"), { exact: true }).fill("建议进入下一轮");
  await desk.getByRole("button", { name: text("interview:save.finish") }).click();
  await desk.getByRole("button", { name: text("interview:save.action"), exact: true }).click();
  await expect(desk.getByText(text("interview:save.done"))).toBeVisible();
  await expect.poll(subStatus).toBe("已完成面试");

  // Passed: the offer is written, approved, sent.
  await call(page, baseURL ?? "", "POST", `${organization}/applications/mark-passed`, { ids: [id] });
  await page.goto(`/offer-workbench?id=${id}`);
  await press(page.getByRole("button", { name: text("offers:action.prepare") }));
  await page.getByLabel(text("offers:field.salary")).fill("月薪 30,000 元");
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByLabel(text("offers:field.letter")).last()).toHaveValue(/月薪 30,000 元/);
  await expectAccessible(page, "offer workbench");
  await press(page.getByRole("button", { name: text("offers:action.submit") }));
  await press(page.getByRole("button", { name: text("offers:action.approve") }));
  await press(page.getByRole("button", { name: text("offers:action.send") }));
  const offerLink = await page.getByRole("textbox", { name: text("offers:link.title") }).inputValue();
  await expect.poll(subStatus).toBe("Offer已发送");

  // The candidate reads and accepts it with their name.
  await candidate.goto(new URL(offerLink).pathname);
  await expect(candidate.getByText("月薪 30,000 元").first()).toBeVisible();
  await expect.poll(subStatus).toBe("Offer已查看");
  await expectAccessible(candidate, "offer page");
  const letter = await candidate.request.get(
    `${new URL(offerLink).pathname.replace("/offer/", "/api/offers/")}/letter`,
  );
  expect(letter.headers()["content-type"]).toBe("application/pdf");
  await candidate.getByRole("button", { name: text("offer-page:accept") }).click();
  await expect(candidate.getByText(text("offer-page:name_required"))).toBeVisible();
  await candidate.getByLabel(text("offer-page:name")).fill("候选人本人");
  await candidate.getByRole("button", { name: text("offer-page:accept") }).click();
  await expect(
    candidate.getByText(text("offer-page:accepted", { organization: account.organizationName })),
  ).toBeVisible();

  // The first day.
  await page.goto(`/offer-workbench?id=${id}`);
  await press(page.getByRole("button", { name: text("offers:action.begin") }));
  await expect.poll(subStatus).toBe("待入职");
  await press(page.getByRole("button", { name: text("offers:action.onboard") }));
  await expect.poll(subStatus).toBe("已入职");

  // The record stays beside the candidate.
  await page.goto(`/interview/${id}`);
  await page.getByText(text("interview:side.records"), { exact: true }).click();
  await expect(page.getByText("建议进入下一轮")).toBeVisible();
  await expect(page.getByRole("list", { name: text("interview:strip.title") })).toBeVisible();
  expect(jobId).not.toBe("");
  await context.close();
  await desk.context().close();
});

test("an interview that was missed is marked, and another time is offered", async ({ page, account, baseURL }) => {
  const { id, organization, subStatus } = await invited(page, account, baseURL);
  const start = new Date(Date.now() + 2 * 3_600_000);
  const end = new Date(start.getTime() + 45 * 60_000);
  await call(page, baseURL ?? "", "POST", `${organization}/interview-schedules`, {
    application_id: id,
    start_time: start.toISOString(),
    end_time: end.toISOString(),
  });
  await page.goto("/schedule");
  await page.locator("[data-schedule] button").first().click();
  await page.getByRole("button", { name: text("schedule:action.no_show"), exact: true }).click();
  await expect.poll(subStatus).toBe("缺席面试");
  await page.getByRole("button", { name: text("schedule:next.schedule_again") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("interview:dialog.schedule"), exact: true })
    .click();
  await expect.poll(subStatus).toBe("已预约线上面试");
  await expect(page.locator("[data-schedule]")).toHaveCount(2);
});
