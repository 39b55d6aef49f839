// From the invitation to the first day, in three browsers: the recruiter invites, the candidate books by the emailed
// link, the interviewer takes notes through a lost connection and a reload; the same onsite; then offer, acceptance
// and onboarding.
import { expect, type Page } from "@playwright/test";
import { STAGE, SUB_STATUS } from "../src/entities/application/stages";
import { call, colleague } from "./people";
import { applicants, createJob, promoted, type Sample, zip } from "./resumes";
import { type Account, expectAccessible, mailedLink, press, test, unique } from "./support";
import { pattern, text } from "./text";

const SAMPLE: Sample = "zh-backend-engineer";
const WHO = applicants(SAMPLE)
  .filter(({ file }) => file.endsWith(".docx"))
  .slice(0, 1);

test.describe.configure({ timeout: 300_000 });

interface Invited {
  jobId: string;
  /** The employer that candidates read. */
  employer: string;
  id: string;
  /** The candidate's address. */
  email: string;
  organization: string;
  subStatus: () => Promise<string>;
}

/** A candidate in the online interview lane, whose job has questions. */
async function invited(page: Page, account: Account, baseURL = ""): Promise<Invited> {
  const organization = `/api/organizations/${account.organizationId}`;
  const jobId = await createJob(page, account, SAMPLE, baseURL);
  const job = await call<{ version: number; company_name: string }>(
    page,
    baseURL,
    "GET",
    `${organization}/jobs/${jobId}`,
  );
  await call(page, baseURL, "PATCH", `${organization}/jobs/${jobId}`, {
    version: job.version,
    ai_interview_questions: "## 技术\n1. 为什么选择 Rust？\n2. 如何设计高可用服务？\n## 团队\n1. 如何处理分歧？",
  });
  await promoted(page, account, jobId, zip(SAMPLE, [WHO[0]?.file ?? ""]), baseURL);
  const root = `${organization}/applications`;
  const { items } = await call<{ items: { id: string; person_id: string; version: number }[] }>(
    page,
    baseURL,
    "GET",
    `${root}?job_id=${jobId}`,
  );
  const [first] = items;
  if (!first) throw new Error("no candidate");
  const email = `${unique("candidate")}@mail.example`;
  await call(page, baseURL, "PATCH", `${organization}/people/${first.person_id}`, { email });
  await call(page, baseURL, "PATCH", `${root}/${first.id}`, {
    version: first.version,
    status: STAGE.online,
    sub_status: SUB_STATUS.onlineInvitationPending,
    reason: "电话沟通良好",
  });
  const subStatus = async () =>
    (await call<{ sub_status: string }>(page, baseURL, "GET", `${root}/${first.id}`)).sub_status;
  return { jobId, employer: job.company_name, id: first.id, email, organization, subStatus };
}

/** Sends the candidate's invitation, which links to an interviewer's free slots. */
async function invite(page: Page, { jobId, id }: Invited, type: string, interviewer: string): Promise<void> {
  await page.goto(`/batch-email?${new URLSearchParams({ job_id: jobId, type, ids: id })}`);
  await page.getByRole("combobox", { name: text("email:interviewer") }).click();
  await page.getByTitle(interviewer).click();
  await page.getByRole("button", { name: text("email:write.all", { count: 1 }) }).click();
  const candidates = page.getByRole("navigation", { name: text("email:candidates") });
  await expect(candidates.getByText(text("email:state.ready"))).toHaveCount(1);
  await page.getByRole("button", { name: text("email:send.button", { count: 1 }) }).click();
  await expect(candidates.getByText(text("email:state.sent"))).toHaveCount(1, { timeout: 60_000 });
}

test("a candidate goes from the invitation through interviews and offer to the first day", async ({
  page,
  otherPage,
  account,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const candidacy = await invited(page, account, origin);
  const { id, email, employer, organization, subStatus } = candidacy;
  const { page: desk } = await colleague(otherPage, { page, account }, origin, "interviewer");
  const candidate = await otherPage();

  await invite(page, candidacy, "online_invitation", "陈思远");
  await expect.poll(subStatus).toBe(SUB_STATUS.onlineInvitationSent);
  const link = await mailedLink(page.request, email, "/booking/");

  // The candidate books a slot and then moves it.
  await candidate.goto(link.pathname);
  await expect(candidate.getByRole("heading", { level: 1 })).toContainText(employer);
  await expectAccessible(candidate, "booking page");
  const times = candidate.getByRole("group", { name: text("booking:choose") });
  await times.getByRole("radio").first().check();
  await candidate.getByRole("button", { name: text("booking:book") }).click();
  await expect(candidate.getByRole("heading", { name: text("booking:booked") })).toBeVisible();
  await expect.poll(subStatus).toBe(SUB_STATUS.onlineScheduled);
  const move = await mailedLink(page.request, email, "do=move");
  expect(move.pathname).not.toBe(link.pathname);
  await candidate.goto(move.pathname + move.search);
  // Another day: late on a day, its only slot may be the booked one.
  const days = candidate.getByRole("region", { name: text("booking:choose") });
  await days.getByRole("button").nth(1).click();
  await times.getByRole("radio").first().check();
  await candidate.getByRole("button", { name: text("booking:book") }).click();
  await expect(times).toBeHidden();

  // The interviewer starts the interview from the schedule.
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
  // Below the marks on the evaluation.
  await strip.getByRole("row").last().getByRole("button").first().click();
  await desk.getByRole("menuitem", { name: text("common:verdict.met"), exact: true }).click();
  await note.fill("回答有条理");
  await expect(desk.getByText(text("interview:state.saved"))).toBeVisible();
  await expectAccessible(desk, "cockpit");

  // Notes survive being offline and a reload.
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
  await expect.poll(subStatus).toBe(SUB_STATUS.interviewCompleted);

  // The same for the onsite interview.
  await page.goto("/schedule");
  await page.locator("[data-schedule]").getByRole("button").first().click();
  await press(page.getByRole("button", { name: text("schedule:next.to_onsite") }));
  await expect.poll(subStatus).toBe(SUB_STATUS.onsiteInvitationPending);
  await invite(page, candidacy, "onsite_invitation", "陈思远");
  await expect.poll(subStatus).toBe(SUB_STATUS.onsiteInvitationSent);
  const onsite = await mailedLink(page.request, email, "/booking/");
  expect(onsite.pathname).not.toBe(link.pathname);
  await candidate.goto(onsite.pathname);
  await times.getByRole("radio").last().check();
  await candidate.getByRole("button", { name: text("booking:book") }).click();
  await expect.poll(subStatus).toBe(SUB_STATUS.onsiteScheduled);
  const planned = await call<{ items: { id: string }[] }>(
    page,
    origin,
    "GET",
    `${organization}/interview-schedules?application_id=${id}&status=scheduled`,
  );
  expect(planned.items).toHaveLength(1);
  await desk.goto(`/interview/${id}?schedule=${planned.items[0]?.id}`);
  await expect(desk.getByText(text("interview:round", { round: 2 })).first()).toBeVisible();
  await desk.getByRole("button", { name: text("interview:start") }).click();
  await desk.getByLabel(text("interview:overall"), { exact: true }).fill("建议录用");
  await desk.getByRole("button", { name: text("interview:save.finish") }).click();
  await desk.getByRole("button", { name: text("interview:save.action"), exact: true }).click();
  await expect(desk.getByText(text("interview:save.done"))).toBeVisible();
  await expect.poll(subStatus).toBe(SUB_STATUS.interviewCompleted);

  // Offer: written, approved, sent.
  await call(page, origin, "POST", `${organization}/applications/mark-passed`, { ids: [id] });
  await page.goto(`/offer-workbench?id=${id}`);
  await press(page.getByRole("button", { name: text("offers:action.prepare") }));
  await page.getByLabel(text("offers:field.salary"), { exact: true }).fill("月薪 30,000 元");
  await page.getByLabel(text("offers:field.salary_parts")).fill("基本工资：25,000\n绩效：5,000");
  await page.getByLabel(text("offers:field.notes")).fill("期望 35,000 元");
  await page.getByLabel(text("offers:field.terms")).fill("试用期三个月");
  await page.locator("input[type=file]").setInputFiles({
    name: "劳动合同.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4 contract"),
  });
  await expect(page.getByRole("link", { name: "劳动合同.pdf" })).toBeVisible();
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByLabel(text("offers:field.letter")).last()).toHaveValue(/薪酬：{{薪酬}}/);
  await expectAccessible(page, "offer workbench");
  // The letter follows the terms, which are saved as they are typed.
  for (const [field, day] of [
    [text("offers:field.start_date"), "2099-03-02"],
    [text("offers:field.deadline"), "2099-02-01"],
  ] as const) {
    await page.getByLabel(field, { exact: true }).fill(day);
    await page.getByLabel(field, { exact: true }).press("Enter");
  }
  await expect(page.getByText(text("common:autosave.saved"))).toBeVisible();
  await page.getByText(text("offers:letter.preview"), { exact: true }).click();
  const preview = page.getByRole("article", { name: text("offers:letter.preview") });
  await expect(preview).toContainText("薪酬：月薪 30,000 元");
  await expect(preview).toContainText("2099年3月");
  await press(page.getByRole("button", { name: text("offers:action.submit") }));
  await expect(page.getByRole("button", { name: text("offers:action.approve") })).toBeVisible();
  // Approvers have it on their list.
  await page.goto("/welcome");
  await page.getByRole("link", { name: text("welcome:pending.offer_approve", { count: 1 }) }).click();
  await press(page.getByRole("button", { name: text("offers:action.approve") }));
  await press(page.getByRole("button", { name: text("offers:action.send") }));
  await press(page.getByRole("dialog").getByRole("button", { name: text("offers:action.send") }));
  await expect.poll(subStatus).toBe(SUB_STATUS.offerSent);
  const offerLink = await mailedLink(page.request, email, "/offer/");

  // The candidate accepts by typing their name.
  await candidate.goto(offerLink.pathname);
  await expect(candidate.getByText("月薪 30,000 元").first()).toBeVisible();
  await expect(candidate.getByText("5,000", { exact: true })).toBeVisible();
  await expect(candidate.getByText("期望 35,000 元")).toHaveCount(0);
  await expect(candidate.getByText("试用期三个月").first()).toBeVisible();
  const contract = candidate.getByRole("link", { name: "劳动合同.pdf" });
  const file = await candidate.request.get((await contract.getAttribute("href")) ?? "");
  expect(await file.text()).toBe("%PDF-1.4 contract");
  await expect.poll(subStatus).toBe(SUB_STATUS.offerViewed);
  await expectAccessible(candidate, "offer page");
  const letter = await candidate.request.get(`${offerLink.pathname.replace("/offer/", "/api/offers/")}/letter`);
  expect(letter.headers()["content-type"]).toBe("application/pdf");
  await candidate.getByRole("button", { name: text("offer-page:accept") }).click();
  await expect(candidate.getByText(text("offer-page:name_required"))).toBeVisible();
  await candidate.getByLabel(text("offer-page:name")).fill("候选人本人");
  await candidate.getByRole("button", { name: text("offer-page:accept") }).click();
  await expect(candidate.getByText(text("offer-page:accepted", { organization: employer }))).toBeVisible();

  // The first day.
  await page.goto(`/offer-workbench?id=${id}`);
  await press(page.getByRole("button", { name: text("offers:action.begin") }));
  await expect.poll(subStatus).toBe(SUB_STATUS.onboardingPending);
  await press(page.getByRole("button", { name: text("offers:action.onboard") }));
  await press(page.getByRole("dialog").getByRole("button", { name: text("offers:action.onboard") }));
  await expect.poll(subStatus).toBe(SUB_STATUS.onboarded);

  // The candidate keeps the interview's record.
  await page.goto(`/interview/${id}`);
  await page.getByText(text("interview:side.records"), { exact: true }).click();
  await expect(page.getByText("建议进入下一轮")).toBeVisible();
  await expect(page.getByText("建议录用")).toBeVisible();
  await expect(page.getByRole("list", { name: text("interview:strip.title") }).first()).toBeVisible();
});

test("a missed interview is marked and another time offered", async ({ page, account, baseURL }) => {
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
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("schedule:action.no_show"), exact: true })
    .click();
  await expect.poll(subStatus).toBe(SUB_STATUS.noShow);
  await page.getByRole("button", { name: text("schedule:next.schedule_again") }).click();
  await expect(page.getByRole("dialog").getByText(pattern("interview:mails.both"))).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("interview:dialog.schedule"), exact: true })
    .click();
  await expect.poll(subStatus).toBe(SUB_STATUS.onlineScheduled);
  await expect(page.locator("[data-schedule]")).toHaveCount(2);
});

test("a cancelled interview of a returning candidate shows its reason and is rescheduled", async ({
  page,
  account,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const { id, organization, subStatus } = await invited(page, account, origin);
  const start = new Date(Date.now() + 26 * 3_600_000);
  const { id: scheduleId } = await call<{ id: string }>(page, origin, "POST", `${organization}/interview-schedules`, {
    application_id: id,
    start_time: start.toISOString(),
    end_time: new Date(start.getTime() + 45 * 60_000).toISOString(),
  });
  await call(page, origin, "POST", `${organization}/applications/archive`, { ids: [id], reason: "other" });
  // The interview stays until the archiving can no longer be undone at once.
  const schedules = `${organization}/interview-schedules?application_id=${id}`;
  const statuses = async () =>
    (await call<{ items: { status: string }[] }>(page, origin, "GET", schedules)).items.map(({ status }) => status);
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(["cancelled"]);
  await call(page, origin, "POST", `${organization}/applications/restore`, { ids: [id] });
  await page.goto(`/schedule?id=${scheduleId}`);
  await expect(page.getByText(text("interview:cancelled.left_pipeline"))).toBeVisible();
  await expectAccessible(page, "a cancelled interview");
  await press(page.getByRole("button", { name: text("schedule:next.reinstate") }));
  await expect(page.getByRole("button", { name: text("schedule:action.complete") })).toBeVisible();
  await expect.poll(subStatus).toBe(SUB_STATUS.onlineScheduled);
});
