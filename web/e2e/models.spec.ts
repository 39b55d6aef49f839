// With a model: settings and test, drafts streamed into the editor, translations of AI texts, and provider failures.
import { expect, type Page } from "@playwright/test";
import { LANGUAGES } from "../src/i18n/languages";
import type { FailureReason } from "../src/lib/api/types";
import { call, colleague } from "./people";
import { type Fault, PROVIDER_KEY, Provider } from "./provider";
import { applicants, createJob, promoted, uploaded, zip } from "./resumes";
import { type Account, expectAccessible, freshAccount, test as withAccount } from "./support";
import { pattern, text } from "./text";

const test = withAccount.extend<{ provider: Provider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
  provider: async ({}, use) => {
    const provider = await Provider.start();
    await use(provider);
    provider.stop();
  },
});

const settingsOf = (account: Account) => `/api/organizations/${account.organizationId}/settings/ai`;

function connect(page: Page, account: Account, provider: Provider, baseURL: string) {
  const settings = { baseUrl: provider.url, modelName: "browser", apiKey: PROVIDER_KEY };
  return call(page, baseURL, "PUT", settingsOf(account), settings);
}

test("a provider is configured, tested, and paused after a refused key", async ({
  page,
  account,
  provider,
  baseURL,
}) => {
  provider.answerWith((prompt) => (prompt.includes("JSON") ? '{"answer": "pong"}' : "pong"));
  await page.goto("/settings?tab=ai");
  await expect(page.getByText(text("settings:ai.by_built_in"))).toBeVisible();
  await page.getByLabel(text("settings:ai.base_url")).fill(provider.url);
  await page.getByLabel(text("settings:ai.model")).fill("browser");
  await page.getByLabel(text("settings:ai.key"), { exact: true }).fill("sk-wrong");
  await page.getByRole("button", { name: text("settings:ai.save") }).click();
  await expect(page.getByText(text("settings:ai.saved"))).toBeVisible();
  await page.getByRole("button", { name: text("settings:ai.test") }).click();
  await expect(page.getByText(text("settings:ai.reason.key_refused"))).toBeVisible();

  await page.getByRole("button", { name: text("settings:ai.key_replace") }).click();
  await page.getByLabel(text("settings:ai.key"), { exact: true }).fill(PROVIDER_KEY);
  await page.getByRole("button", { name: text("settings:ai.save") }).click();
  await expect(page.getByText(text("settings:ai.key_set"))).toBeVisible();
  await page.getByRole("button", { name: text("settings:ai.test") }).click();
  await expect(page.getByText(text("settings:ai.json.schema"))).toBeVisible();
  await expect(page.getByText(text("settings:ai.streaming"))).toBeVisible();
  await expectAccessible(page, "AI settings");

  // A key that is refused during work pauses the organization's AI work.
  await call(page, baseURL ?? "", "PUT", settingsOf(account), { apiKey: "sk-wrong" });
  const draft = { kind: "jd", title: "会计", core_requirement: "CPA" };
  await call(page, baseURL ?? "", "POST", `/api/organizations/${account.organizationId}/job-drafts`, draft);
  await expect
    .poll(async () => (await call<{ paused: string | null }>(page, baseURL ?? "", "GET", settingsOf(account))).paused)
    .toBe("ai.key_refused");
  await page.reload();
  await expect(page.getByRole("alert").filter({ hasText: text("settings:ai.reason.key_refused") })).toBeVisible();
  // With the wrong key, the retried draft would pause it again.
  await call(page, baseURL ?? "", "PUT", settingsOf(account), { apiKey: PROVIDER_KEY });
  await page.getByRole("button", { name: text("settings:ai.resume") }).click();
  await expect(page.getByRole("button", { name: text("settings:ai.resume") })).toBeHidden();
});

test("a local model is connected without a key, and its test judges a sample resume", async ({
  page,
  account,
  provider,
  baseURL,
}) => {
  provider.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings?tab=ai");
  const preset = page.getByRole("combobox", { name: text("settings:ai.provider") });
  await preset.click();
  await page.locator(".ant-select-item-option").filter({ hasText: "Ollama" }).click();
  await expect(page.getByText(text("settings:ai.local_hint"))).toBeVisible();
  await expect(page.getByLabel(text("settings:ai.key"), { exact: true })).toHaveCount(0);
  await page.getByLabel(text("settings:ai.base_url")).fill(provider.url);
  await page.getByRole("button", { name: text("settings:ai.models_list") }).click();
  await expect(page.getByText(text("settings:ai.models_found", { count: 2 }))).toBeVisible();
  await page.getByLabel(text("settings:ai.model"), { exact: true }).fill("browser");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: text("settings:ai.save") }).click();
  await expect(page.getByText(text("settings:ai.saved"))).toBeVisible();
  const saved = await call<{ withoutKey: boolean }>(page, baseURL ?? "", "GET", settingsOf(account));
  expect(saved.withoutKey).toBe(true);
  await page.getByRole("button", { name: text("settings:ai.test") }).click();
  await expect(page.getByText(text("settings:ai.json.schema"))).toBeVisible();
  const sample = page.locator("details").filter({ hasText: text("settings:ai.sample_resume") });
  await sample.locator("summary").click();
  await expect(sample.getByText(text("common:verdict.unknown")).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page, "a tested local model");
});

test("accuracy is checked on a phone by keyboard, after its cost is confirmed", async ({
  page,
  account,
  provider,
  baseURL,
}) => {
  await connect(page, account, provider, baseURL ?? "");
  const prices = { promptPrice: 1, completionPrice: 2 };
  await call(page, baseURL ?? "", "PUT", settingsOf(account), prices);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings?tab=ai");
  await expect(page.getByText(text("settings:measure.never", { judge: "browser" }))).toBeVisible();
  const start = page.getByRole("button", { name: text("settings:measure.start") });
  await start.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/\$0\.0\d/)).toBeVisible();
  expect(provider.asked("browser")).toBe(0);
  await expect(dialog.getByRole("button", { name: text("settings:measure.start") })).toBeFocused();
  await page.keyboard.press("Enter");
  const table = page.getByRole("table", { name: text("settings:measure.title") });
  await expect(table.getByText("browser")).toBeVisible({ timeout: 60_000 });
  expect(provider.asked("browser")).toBeGreaterThanOrEqual(24);
  // This provider never finds anything: nothing is shown as met, and nothing of what is met is found.
  await expect(table.getByRole("cell").filter({ hasText: "0%" })).not.toHaveCount(0);
  await expect(page.getByText(text("settings:measure.never", { judge: "browser" }))).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page, "accuracy of the judge");
});

test("a streamed draft is stopped, retried, compared and undone", async ({ page, account, provider, baseURL }) => {
  await connect(page, account, provider, baseURL ?? "");
  provider.answerWith(() => "负责记账与报税。\n任职要求：持有 CPA 证书。");
  provider.hold();
  await page.goto("/jobs/new");
  const jd = page.locator("#job-jd");
  await page.getByLabel(text("jobs:field.title")).fill("会计");
  await page.getByLabel(text("jobs:field.core")).fill("3年以上会计经验，持有CPA证书");
  await jd.fill("旧的职位描述");
  const field = page.locator(".ant-form-item").filter({ has: jd });
  await field.getByRole("button", { name: text("jobs:draft.start") }).click();
  await expect(jd).toHaveValue(/负责记账/);
  await expect(jd).not.toHaveValue(/证书/);
  await expect(jd).not.toBeEditable();
  await field.getByRole("button", { name: text("jobs:draft.stop") }).click();
  await expect(field.getByText(text("jobs:draft.stopped"))).toBeVisible();
  await expect(jd).toBeEditable();

  provider.release();
  await field.getByRole("button", { name: text("jobs:draft.retry") }).click();
  await expect(field.getByText(text("jobs:draft.done"))).toBeVisible();
  await expect(jd).toHaveValue(/CPA 证书。$/);
  await field.getByRole("button", { name: text("jobs:draft.compare") }).click();
  const dialog = page.getByRole("dialog", { name: text("jobs:field.jd") });
  await expect(dialog.getByText("旧的职位描述")).toBeVisible();
  await expect(dialog.getByText("持有 CPA 证书")).toBeVisible();
  await dialog.getByRole("button", { name: text("jobs:draft.use_former") }).click();
  await expect(jd).toHaveValue("旧的职位描述");
  await expect(field.getByRole("button", { name: text("jobs:draft.start") })).toBeVisible();
});

test("a draft that fails says why and keeps the text", async ({ page, account, provider, baseURL }) => {
  const settings = { baseUrl: provider.url, modelName: "refusing", apiKey: PROVIDER_KEY };
  await call(page, baseURL ?? "", "PUT", settingsOf(account), settings);
  await page.goto("/jobs/new");
  const jd = page.locator("#job-jd");
  await page.getByLabel(text("jobs:field.title")).fill("会计");
  await page.getByLabel(text("jobs:field.core")).fill("3年以上会计经验，持有CPA证书");
  await jd.fill("旧的职位描述");
  const field = page.locator(".ant-form-item").filter({ has: jd });
  await field.getByRole("button", { name: text("jobs:draft.start") }).click();
  const why = `${text("jobs:draft.failed")} ${text("evaluate:reason.ai.answer_unusable")}`;
  await expect(page.getByText(why)).toBeVisible();
  await expect(jd).toHaveValue("旧的职位描述");
  await expect(jd).toBeEditable();
});

test("the AI summary is translated with a model, and names the missing setting without one", async ({
  page,
  account,
  provider,
  baseURL,
}) => {
  const sample = "zh-backend-engineer";
  const jobId = await createJob(page, account, sample, baseURL ?? "");
  const [best] = applicants(sample);
  await promoted(page, account, jobId, zip(sample, [best?.file ?? ""]), baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${jobId}`);
  const article = page.getByRole("article");
  const translate = async () => {
    // The summary stands above the questions, which are translated by themselves.
    await article
      .getByRole("button", { name: text("evaluation:translate.start") })
      .first()
      .click();
  };
  await translate();
  await expect(page.getByText(text("evaluation:translate.needs_key"))).toBeVisible();
  await expect(article.getByText(text("evaluation:translate.failed_mark"))).toBeVisible();

  await connect(page, account, provider, baseURL ?? "");
  provider.answerWith(() => "Twelve years of Java.");
  await translate();
  await expect(article.getByText("Twelve years of Java.")).toBeVisible();
  await expect(article.getByText(pattern("evaluation:translate.translated"))).toBeVisible();
  await article.getByRole("button", { name: text("evaluation:translate.original") }).click();
  await expect(article.getByText("Twelve years of Java.")).toBeHidden();
});

test("AI review and the candidate page show where and why the built-in engine replaced a model", async ({
  page,
  account,
  provider,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const sample = "zh-backend-engineer";
  const settings = { baseUrl: provider.url, modelName: "refusing", apiKey: PROVIDER_KEY, fallbackToBuiltIn: true };
  await call(page, origin, "PUT", settingsOf(account), settings);
  const jobId = await createJob(page, account, sample, origin);
  const [best] = applicants(sample);
  await promoted(page, account, jobId, zip(sample, [best?.file ?? ""]), origin);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ai-review?job_id=${jobId}`);
  const stoodIn = text("evaluation:engine.stood_in");
  await expect(page.locator("[data-candidate]").getByText(stoodIn)).toBeVisible();
  const article = page.getByRole("article");
  const why = `${text("evaluation:engine.fallback")} ${text("evaluation:engine.why.answer_unusable")}`;
  await expect(article.getByText(why)).toBeVisible();
  await article.getByRole("link", { name: best?.name ?? "" }).click();
  await expect(page.getByRole("heading", { level: 1, name: best?.name ?? "" })).toBeVisible();
  await expect(page.getByText(stoodIn)).toBeVisible();
  await page.getByText(text("candidate:tab.evaluations")).click();
  await expect(page.getByRole("button", { name: stoodIn })).toBeVisible();
});

type AiReason = Extract<FailureReason, `ai.${string}`>;

interface Trouble {
  model: Fault | "wrong-key" | "good";
  settings?: object;
  /** Whether the organization's AI work is paused by it. */
  pauses?: boolean;
  /** Whether another resume is uploaded during the pause. */
  again?: boolean;
}

/** What leads to each failure of a model when a resume is evaluated; nothing where no upload to this server does. */
const FAULTS: Record<AiReason, readonly Trouble[]> = {
  "ai.key_refused": [{ model: "wrong-key", pauses: true }],
  "ai.quota": [{ model: "exhausted", pauses: true }],
  "ai.paused": [{ model: "wrong-key", pauses: true, again: true }],
  "ai.budget_spent": [{ model: "good", settings: { monthlyBudget: 0 } }],
  "ai.answer_unusable": [{ model: "broken-json" }, { model: "refusing" }],
  "ai.context_too_long": [{ model: "too-long" }],
  "ai.content_filtered": [{ model: "filtered" }],
  "ai.unreachable": [{ model: "down" }, { model: "cut" }],
  "ai.host_unknown": [{ model: "good", settings: { baseUrl: "https://no-such-host.invalid/v1" } }],
  "ai.timeout": [{ model: "late" }],
  "ai.model_unknown": [{ model: "unknown" }],
  // Needs another server key, a name that leads into a private network, an untrusted certificate, or no model.
  "ai.server_key_changed": [],
  "ai.host_forbidden": [],
  "ai.certificate_invalid": [],
  "ai.not_configured": [],
};
const REASONS = Object.keys(FAULTS) as AiReason[];

/** Faults that an evaluation gets over. */
const OVERCOME: readonly Trouble[] = [{ model: "limited" }, { model: "inventing" }];

test("each provider fault is shown on its batch, with its next step in each language", async ({
  otherPage,
  provider,
  baseURL,
}) => {
  // Each case has its own organization.
  test.setTimeout(600_000);
  const origin = baseURL ?? "";
  const sample = "zh-backend-engineer";
  const [best, second] = applicants(sample);
  const cases = [
    ...REASONS.flatMap((reason) => FAULTS[reason].map((trouble) => ({ reason, trouble }))),
    ...OVERCOME.map((trouble) => ({ reason: null, trouble })),
  ];
  const batches = [];
  for (const { reason, trouble } of cases) {
    const page = await otherPage();
    const account = await freshAccount(page, origin);
    const apiKey = trouble.model === "wrong-key" ? "sk-wrong" : PROVIDER_KEY;
    const settings = { baseUrl: provider.url, modelName: trouble.model, apiKey, ...trouble.settings };
    await call(page, origin, "PUT", settingsOf(account), settings);
    const jobId = await createJob(page, account, sample, origin);
    const batchId = await uploaded(page, account, jobId, zip(sample, [best?.file ?? ""]), origin);
    batches.push({ reason, trouble, page, account, jobId, batchId });
  }
  for (const { reason, trouble, page, account, jobId, batchId: first } of batches) {
    const { model, pauses = false, again = false } = trouble;
    await test.step(`${reason ?? "overcome"}: ${model}`, async () => {
      if (pauses) {
        const paused = async () =>
          (await call<{ paused: string | null }>(page, origin, "GET", settingsOf(account))).paused;
        await expect.poll(paused, { timeout: 60_000 }).not.toBeNull();
      }
      const batchId = again ? await uploaded(page, account, jobId, zip(sample, [second?.file ?? ""]), origin) : first;
      await page.goto(`/evaluate?job_id=${jobId}&batch_id=${batchId}`);
      if (reason) {
        await expect(page.getByText(text(`evaluate:reason.${reason}`)).first()).toBeVisible({ timeout: 120_000 });
      } else {
        const finished = page.getByRole("heading", { name: text("evaluate:queue.finished", { count: 1 }) });
        await expect(finished).toBeVisible({ timeout: 60_000 });
      }
      const banner = page.getByRole("status").filter({ hasText: text("shell:ai_state.paused") });
      await expect(banner).toHaveCount(pauses ? 1 : 0);
      if (model === "limited") expect(provider.asked(model)).toBeGreaterThan(1);
      if (model === "inventing") {
        const table = page.getByRole("table", { name: text("evaluate:list.label") });
        await table
          .getByRole("button", { name: best?.name ?? "" })
          .first()
          .click();
        const dropped = new RegExp(text("evaluation:engine.dropped", { count: 1 }).replace("1", "\\d+"));
        await expect(page.getByText(dropped).first()).toBeVisible();
      }
      for (const language of reason ? LANGUAGES : []) {
        await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
        await page.reload();
        const failed = page.getByRole("region", { name: text("evaluate:attention.title", {}, language) });
        await expect(failed).toContainText(text(`evaluate:reason.${reason as AiReason}`, {}, language));
        await expect(failed).toContainText(text(`evaluate:suggestion.${reason as AiReason}`, {}, language));
      }
      await page.context().close();
    });
  }
});

test("a budget warns those affected, stops work, and resumes once raised", async ({
  otherPage,
  page,
  account,
  provider,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  await connect(page, account, provider, origin);
  provider.answerWith(() => "Translated.");
  // A call with 1,000 and 100 tokens costs $0.016.
  const prices = { promptPrice: 10, cachedPrice: 0, completionPrice: 60, monthlyBudget: 0.018 };
  await call(page, origin, "PUT", settingsOf(account), prices);
  const recruiter = await colleague(otherPage, { page, account }, origin, "recruiter");
  const translate = (words: string) =>
    call<{ id: string }>(page, origin, "POST", `/api/organizations/${account.organizationId}/translate-text`, {
      textToTranslate: words,
      targetLanguage: "English",
    });
  const budget = async () =>
    (await call<{ budgetState: string }>(page, origin, "GET", settingsOf(account))).budgetState;
  const banner = (who: Page, what: string) => who.getByRole("status").filter({ hasText: what });

  await translate("你好");
  await expect.poll(budget).toBe("warning");
  for (const who of [page, recruiter.page]) {
    await who.goto("/welcome");
    await expect(banner(who, text("shell:ai_state.warning"))).toBeVisible();
  }
  await expectAccessible(page, "the warning of a budget");
  await page.getByRole("button", { name: text("shell:ai_state.dismiss") }).click();
  await expect(banner(page, text("shell:ai_state.warning"))).toHaveCount(0);

  await translate("您好");
  await expect.poll(budget).toBe("spent");
  await recruiter.page.reload();
  await expect(banner(recruiter.page, text("shell:ai_state.spent"))).toContainText(text("shell:ai_state.ask"));
  await page.goto("/jobs");
  await banner(page, text("shell:ai_state.spent"))
    .getByRole("link", { name: text("shell:ai_state.open") })
    .click();
  await page.getByLabel(text("settings:ai.budget")).fill("10");
  await page.getByRole("button", { name: text("settings:ai.save") }).click();
  await expect(page.getByText(text("settings:ai.saved"))).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(banner(page, text("shell:ai_state.spent"))).toHaveCount(0);
});
