// Email from the selection on the board to the received text, in two languages and with a model; undo; and the email
// in the candidate's history.
import { expect, type Page } from "@playwright/test";
import { STAGE, SUB_STATUS } from "../src/entities/application/stages";
import { call } from "./people";
import { PROVIDER_KEY, Provider } from "./provider";
import { applicants, createJob, promoted, type Sample, zip } from "./resumes";
import { type Account, expectAccessible, expectReadableMail, test, unique } from "./support";
import { text } from "./text";

const SAMPLE: Sample = "zh-backend-engineer";
const WHO = applicants(SAMPLE)
  .filter(({ file }) => file.endsWith(".docx"))
  .slice(0, 2);
const LINK = "https://cal.example/yunfan";

test.describe.configure({ timeout: 120_000 });

interface Application {
  id: string;
  person_id: string;
  version: number;
  sub_status: string;
}

interface Mail {
  to: string | string[];
  subject: string;
  text: string;
  html: string;
}

/** Candidates to invite, each with a unique address. */
async function toInvite(page: Page, account: Account, baseURL: string, sample = SAMPLE, who = WHO) {
  const jobId = await createJob(page, account, sample, baseURL);
  const files = who.map(({ file }) => file);
  await promoted(page, account, jobId, zip(sample, files), baseURL);
  const root = `/api/organizations/${account.organizationId}`;
  const path = `${root}/applications?job_id=${jobId}`;
  const { items } = await call<{ items: Application[] }>(page, baseURL, "GET", path);
  const addresses: string[] = [];
  for (const { id, person_id, version } of items) {
    const email = `${unique("candidate")}@mail.example`;
    addresses.push(email);
    await call(page, baseURL, "PATCH", `${root}/people/${person_id}`, { email });
    const to = {
      version,
      status: STAGE.online,
      sub_status: SUB_STATUS.onlineInvitationPending,
      reason: "电话沟通良好",
    };
    await call(page, baseURL, "PATCH", `${root}/applications/${id}`, to);
  }
  const state = async (id: string) =>
    (await call<Application>(page, baseURL, "GET", `${root}/applications/${id}`)).sub_status;
  return { jobId, ids: items.map(({ id }) => id), addresses, state };
}

async function mailTo(page: Page, address: string): Promise<Mail[]> {
  const headers = { Authorization: `Bearer ${process.env.BOLE_MAILBOX_TOKEN}` };
  const { items } = (await (await page.request.get("/api/dev/mailbox", { headers })).json()) as { items: Mail[] };
  return items.filter(({ to }) => JSON.stringify(to).includes(address));
}

/** Selects all candidates on the board, opens the email page and generates the emails. */
async function writeLetters(page: Page, jobId: string, language: "zh" | "en"): Promise<void> {
  await page.goto(`/pipeline?job_id=${jobId}`);
  const cards = page.locator("[data-card]");
  await expect(cards).toHaveCount(WHO.length);
  for (const card of await cards.all()) await card.getByRole("checkbox").check();
  await page.getByRole("button", { name: text("pipeline:bulk.email", { count: WHO.length }) }).click();
  await page.getByRole("radio", { name: text(`email:language.${language}`) }).check();
  await page.getByRole("combobox", { name: text("email:calendar_link") }).fill(LINK);
  await page.getByRole("button", { name: text("email:write.all", { count: WHO.length }) }).click();
  const candidates = page.getByRole("navigation", { name: text("email:candidates") });
  await expect(candidates.getByText(text("email:state.ready"))).toHaveCount(WHO.length);
}

for (const { language, greeting } of [
  { language: "zh", greeting: "您好" },
  { language: "en", greeting: "Dear " },
] as const) {
  test(`invitations in ${language} are written, changed, sent once and received`, async ({
    page,
    account,
    baseURL,
  }) => {
    const board = await toInvite(page, account, baseURL ?? "");
    await writeLetters(page, board.jobId, language);
    await page.getByRole("textbox", { name: text("email:subject") }).fill("请查收 / Please read");
    await expect(page.getByText(text("email:saved"))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: text("email:send.button", { count: WHO.length }) }).click();
    await expect(page.getByRole("button", { name: text("email:send.undo") })).toBeVisible();
    const candidates = page.getByRole("navigation", { name: text("email:candidates") });
    await expect(candidates.getByText(text("email:state.sent"))).toHaveCount(WHO.length, { timeout: 60_000 });

    for (const address of board.addresses) {
      const mails = await mailTo(page, address);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(greeting);
      expect(mails[0]?.html).toContain(`href="${LINK}"`);
    }
    const shown = await page.context().newPage();
    const [received] = await mailTo(page, board.addresses[0] ?? "");
    for (const scheme of ["light", "dark"] as const)
      await expectReadableMail(shown, received?.html ?? "", scheme, `invitation in ${language}`);
    await shown.close();
    const subjects = await Promise.all(board.addresses.map(async (one) => (await mailTo(page, one))[0]?.subject));
    expect(subjects).toContain("请查收 / Please read");
    for (const id of board.ids) await expect.poll(() => board.state(id)).toBe(SUB_STATUS.onlineInvitationSent);

    await page.goto(`/pipeline?job_id=${board.jobId}&id=${board.ids[0]}`);
    await page.getByText(text("email:history.title"), { exact: true }).click();
    await expect(page.getByText(text("email:status.captured"))).toBeVisible();
  });
}

test("a model writes to several candidates, failures are retried, and all emails arrive", async ({
  page,
  account,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const board = await toInvite(page, account, origin);
  const other = "en-growth-analyst";
  const [analyst] = applicants(other);
  const second = await toInvite(page, account, origin, other, analyst ? [analyst] : []);
  const jobs = `/api/organizations/${account.organizationId}/jobs`;
  const { title } = await call<{ title: string }>(page, origin, "GET", `${jobs}/${second.jobId}`);
  const provider = await Provider.start();
  let isWhole = false;
  provider.answerWith((prompt) => {
    if (!isWhole && prompt.includes(title)) return undefined;
    const link = prompt.includes("{{calendar_link}}") ? "\n\n{{calendar_link}}" : "";
    const body = `{{candidate_name}}，您好：\n\n感谢您的申请，这封邮件由测试模型撰写，期待与您进一步交流。${link}`;
    return JSON.stringify({ subject: "来自测试模型的邮件", body });
  });
  const settings = { baseUrl: provider.url, modelName: "browser", apiKey: PROVIDER_KEY };
  await call(page, origin, "PUT", `/api/organizations/${account.organizationId}/settings/ai`, settings);

  const ids = [...board.ids, ...second.ids];
  await page.goto(`/batch-email?type=online_invitation&ids=${ids.join(",")}`);
  await page.getByRole("radio", { name: text("email:language.zh") }).check();
  await page.getByRole("combobox", { name: text("email:calendar_link") }).fill(LINK);
  await page.getByRole("button", { name: text("email:write.all", { count: ids.length }) }).click();
  const candidates = page.getByRole("navigation", { name: text("email:candidates") });
  await expect(candidates.getByText(text("email:state.ready"))).toHaveCount(board.ids.length);
  const failed = candidates.getByRole("button").filter({ hasText: text("email:reason.ai_model_unknown") });
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText(analyst?.name ?? "");

  // The model's text is a draft that can be edited before sending.
  await candidates
    .getByRole("button")
    .filter({ hasText: WHO[0]?.name ?? "" })
    .click();
  const body = page.getByRole("textbox", { name: text("email:body") });
  await expect(body).toHaveValue(/由测试模型撰写/);
  await body.fill(`${await body.inputValue()}\n\n期待您的回复。`);
  await expect(page.getByText(text("email:saved"))).toBeVisible();

  isWhole = true;
  await failed.click();
  await page.getByRole("button", { name: text("email:write.one"), exact: true }).click();
  await expect(candidates.getByText(text("email:state.ready"))).toHaveCount(ids.length);
  await page.getByRole("button", { name: text("email:send.button", { count: ids.length }) }).click();
  await expect(candidates.getByText(text("email:state.sent"))).toHaveCount(ids.length, { timeout: 60_000 });

  const texts: string[] = [];
  for (const address of [...board.addresses, ...second.addresses]) {
    const mails = await mailTo(page, address);
    expect(mails.map(({ subject }) => subject)).toEqual(["来自测试模型的邮件"]);
    texts.push(mails[0]?.text ?? "");
    expect(mails[0]?.html).toContain(`href="${LINK}"`);
  }
  for (const name of [...WHO, analyst].map((one) => one?.name))
    expect(texts.filter((one) => one.includes(`${name}，您好`))).toHaveLength(1);
  expect(texts.every((one) => one.includes("由测试模型撰写"))).toBe(true);
  expect(texts.filter((one) => one.includes("期待您的回复。"))).toHaveLength(1);
  provider.stop();
});

test("emails undone within ten seconds are not sent", async ({ page, account, baseURL }) => {
  const board = await toInvite(page, account, baseURL ?? "");
  await writeLetters(page, board.jobId, "zh");
  await page.getByRole("button", { name: text("email:send.button", { count: WHO.length }) }).click();
  await page.getByRole("button", { name: text("email:send.undo") }).click();
  await expect(page.getByText(text("email:send.undone"))).toBeVisible();
  await expect(page.getByRole("button", { name: text("email:send.button", { count: WHO.length }) })).toBeEnabled();
  for (const address of board.addresses) expect(await mailTo(page, address)).toEqual([]);
  for (const id of board.ids) expect(await board.state(id)).toBe(SUB_STATUS.onlineInvitationPending);
});

test("a scheduled email is edited and cancelled before its time", async ({ page, account, baseURL }) => {
  const board = await toInvite(page, account, baseURL ?? "");
  await writeLetters(page, board.jobId, "zh");
  await page.getByRole("button", { name: text("email:later.button") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("email:later.confirm", { count: WHO.length }) })
    .click();
  const candidates = page.getByRole("navigation", { name: text("email:candidates") });
  await expect(page.getByRole("button", { name: text("email:send.undo") })).toBeVisible();
  // Scheduled emails are shown after a reload too.
  await page.reload();
  await page.getByRole("button", { name: text("email:scheduled.edit") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: text("email:subject") }).fill("改过的主题");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: text("email:scheduled.save") }).click();
  await expect(page.getByText(text("email:scheduled.saved"))).toBeVisible();
  await expect(page.getByRole("textbox", { name: text("email:subject") })).toHaveValue("改过的主题");
  await page.getByRole("button", { name: text("email:history.withdraw") }).click();
  await expect(candidates.getByText(text("email:state.ready"))).toHaveCount(1);
  await expect(page.getByRole("textbox", { name: text("email:subject") })).toBeEditable();
  for (const address of board.addresses) expect(await mailTo(page, address)).toEqual([]);
});

test("a draft changed by a colleague is not overwritten", async ({ page, account, baseURL }) => {
  const origin = baseURL ?? "";
  const board = await toInvite(page, account, origin);
  await writeLetters(page, board.jobId, "zh");
  const emails = `/api/organizations/${account.organizationId}/emails`;
  const body = page.getByRole("textbox", { name: text("email:body") });
  await expect(body).not.toHaveValue("");
  const shown = await body.inputValue();
  const { items } = await call<{ items: { id: string; body: string }[] }>(
    page,
    origin,
    "GET",
    `${emails}?status=draft`,
  );
  const draft = items.find((one) => one.body.trim() === shown.trim());
  await call(page, origin, "PATCH", `${emails}/${draft?.id}`, { body: "同事写的正文" });
  await body.fill("我写的正文");
  const notice = page.getByRole("region", { name: text("email:body") });
  await expect(notice.getByText("同事写的正文")).toBeVisible();
  await notice.getByRole("button", { name: text("common:conflict.use_theirs") }).click();
  await expect(body).toHaveValue("同事写的正文");
  await body.fill("我们商量好的正文");
  await expect(page.getByText(text("email:saved"))).toBeVisible();
  await page.reload();
  await expect(body).toHaveValue("我们商量好的正文");
});
