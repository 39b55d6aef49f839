// Follows one organization with a local model through the servers of scripts/test-model-server.sh, and prints what came of
// it. The model's judgements mean nothing; what is checked is that everything ends, and that only what can be right is kept.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";

const { zipSync } = createRequire(new URL("../web/package.json", import.meta.url))("fflate");
const { BOLE_URL: url, MODEL_URL: model, SHORT_URL: short, BOLE_MAILBOX_TOKEN: mailbox } = process.env;
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url));
const { schemas } = JSON.parse(read("api/openapi.json")).components;
/** How long anything may take before it counts as hanging. */
const LONGEST_MS = 10 * 60_000;

// Short, and with words that the model is likely to write, so that it has a chance to name each line and each criterion.
const JOB = { title: "Data analyst", core_requirement: "English at C1 or C2\nSQL at work", jd: "We sell tea." };
const RESUMES = {
  "oyelaran.docx": "en-growth-analyst/resumes/02-marcus-oyelaran.docx",
  "raghunathan.pdf": "en-growth-analyst/resumes/01-priya-raghunathan.pdf",
  "vasquez.docx": "en-growth-analyst/resumes/10-elena-vasquez-ortiz.docx",
  "deng.docx": "zh-backend-engineer/resumes/05-deng-wei.docx",
  "zhou.pdf": "zh-backend-engineer/resumes/02-zhou-qihang.pdf",
  "agus.txt": "id-warehouse-supervisor/text/01-agus-prasetyo.txt",
};

const rows = [];
const faults = [];
const check = (holds, fault) => holds || faults.push(fault);
/** A code of the product's list, which each failure must have. */
function known(code, where) {
  check(schemas.FailureReason.enum.includes(code), `${where}: ${code} is no stable code`);
  return code;
}

let cookie = "";
async function send(method, path, body) {
  const isForm = body instanceof FormData;
  const headers = { origin: url, cookie, ...(body && !isForm ? { "content-type": "application/json" } : {}) };
  const sent = body && !isForm ? JSON.stringify(body) : body;
  const response = await fetch(url + path, { method, headers, body: sent, signal: AbortSignal.timeout(LONGEST_MS) });
  const set = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (set.length > 0) cookie = set.join("; ");
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.text();
}
async function call(method, path, body) {
  const text = await send(method, path, body);
  return text ? JSON.parse(text) : undefined;
}

/** What is asked for again until it has ended. */
async function ended(what, ask, isOver) {
  for (const limit = Date.now() + LONGEST_MS; Date.now() < limit; await sleep(200)) {
    const answer = await ask();
    if (isOver(answer)) return answer;
  }
  throw new Error(`${what} does not end`);
}

/** An account with an organization; returns the organization's path. */
async function register() {
  await call("POST", "/api/auth/sign-up", {
    email: "lin@yunfan.example",
    password: "qianlima-2026",
    full_name: "Lin Yue",
  });
  const headers = { authorization: `Bearer ${mailbox}` };
  const { items } = await ended(
    "the mail to confirm the account",
    async () => (await fetch(`${url}/api/dev/mailbox`, { headers })).json(),
    ({ items }) => items.length > 0,
  );
  const link = new URL(items[0].links.find((link) => link.includes("token_hash="))).searchParams;
  await call("POST", "/api/auth/verify", { type: link.get("type"), token_hash: link.get("token_hash") });
  const { id } = await call("POST", "/api/organizations", { name: "Yunfan", slug: "yunfan" });
  return `/api/organizations/${id}`;
}

const home = await register();
const usage = async () => (await call("GET", `${home}/ai-usage`)).total;
const setModel = (settings) => call("PUT", `${home}/settings/ai`, settings);

/** A row of the table: what `run` returns, how long it took, and the tokens it names or the organization used meanwhile. */
async function step(ability, run) {
  const before = await usage();
  const begun = performance.now();
  const { result, tokens } = await run();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const after = tokens ?? (await usage());
  const spent = (kind) => (tokens ? tokens[kind] : after[kind] - before[kind]);
  rows.push([ability, result, seconds, `${spent("prompt_tokens")} + ${spent("completion_tokens")}`]);
}

function models(ability) {
  return step(ability, async () => {
    const { ok, items } = await call("POST", `${home}/settings/ai/models`, { baseUrl: model, apiKey: "" });
    const names = items.map((item) => item.id).join();
    check(ok && names === "tiny-random", `the models are ${names}`);
    return { result: names, tokens: { prompt_tokens: 0, completion_tokens: 0 } };
  });
}

/** The test button, with what each of its parts found. */
function connectionTest(ability) {
  return step(ability, async () => {
    const {
      ok,
      code,
      detail,
      works,
      sample,
      is_prompt_cut: isCut,
      usage: tokens,
    } = await call("POST", `${home}/settings/ai/test`);
    check(ok, `${ability}: ${code} ${detail}`);
    if (!ok) return { result: known(code, ability), tokens };
    const { json, ...abilities } = works;
    check(json === "schema" && abilities.streaming, `${ability}: JSON by ${json}, streaming: ${abilities.streaming}`);
    const found = [`JSON by ${json}`, ...Object.keys(abilities).filter((name) => abilities[name])].join(", ");
    const judged = sample ? `score ${sample.score}` : `${detail}${isCut ? " (context too short)" : ""}`;
    return { result: `${found}; sample resume: ${judged}`, tokens };
  });
}

/** Whether a text is an answer of the model that was not read. */
const isUnread = (text) => /"(criteria|verdict|other_lines)":/.test(text);
/** What is left of a text that was read from another form of the same document. */
const letters = (text) =>
  text
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

function checkRubric({ criteria }) {
  check(criteria.length > 0, "the rubric has no criteria");
  const weight = criteria.reduce((sum, criterion) => sum + criterion.weight, 0);
  check(Math.abs(weight - 100) < 0.01, `the criteria weigh ${weight}`);
  for (const { text, source } of criteria) {
    check(!isUnread(text), `a criterion is an answer: ${text}`);
    check(!source || source.end <= JOB[source.field].length, `a criterion's source is outside the text: ${text}`);
  }
}

function checkEvaluation(name, evaluation, rubric) {
  const checkHere = (holds, fault) => check(holds, `${name}: ${fault}`);
  const ids = (list) => list.map(({ id }) => id).join();
  checkHere(evaluation.engine === "model" && !evaluation.fallbackReason, "the model did not judge it");
  checkHere(ids(evaluation.criteria) === ids(rubric.criteria), `verdicts on ${ids(evaluation.criteria)}`);
  checkHere(evaluation.overallScore >= 0 && evaluation.overallScore <= 100, `score ${evaluation.overallScore}`);
  const text = RESUMES[name].replace("/resumes/", "/text/").replace(/\w+$/, "txt");
  const resume = letters(read(`testdata/labelled/${text}`).toString());
  for (const { id, verdict, quote, moreQuotes = [], missing, question } of evaluation.criteria) {
    checkHere(schemas.Verdict.enum.includes(verdict), `${id} is ${verdict}`);
    checkHere(verdict !== "met" || quote, `${id} is met without a line`);
    for (const line of quote ? [quote, ...moreQuotes] : []) {
      checkHere(resume.includes(letters(line)), `${id} quotes what is not there: ${line}`);
    }
    for (const said of [missing, question]) checkHere(!said || !isUnread(said), `${id} keeps an answer: ${said}`);
  }
  checkHere(!isUnread(evaluation.summary), `the summary is an answer: ${evaluation.summary}`);
}

/** Resumes of a job, of which the first lets the model read the rubric. */
function judging(ability, job) {
  return step(ability, async () => {
    const files = Object.entries(RESUMES).map(([name, path]) => [name, read(`testdata/labelled/${path}`)]);
    const form = new FormData();
    form.append("file", new Blob([zipSync(Object.fromEntries(files))]), "resumes.zip");
    const { batch } = await call("POST", `${home}/jobs/${job}/batches`, form);
    const { counts } = await ended(
      "the batch",
      () => call("GET", `${home}/batches/${batch.id}`),
      ({ status }) => status === "completed" || status === "failed",
    );
    check(counts.pending + counts.processing + counts.retry === 0, `left in progress: ${JSON.stringify(counts)}`);
    const rubric = await call("GET", `${home}/jobs/${job}/rubric`);
    checkRubric(rubric);
    const { items } = await call("GET", `${home}/batches/${batch.id}/tasks`);
    check(items.length === files.length, `${items.length} entries of ${files.length} files`);
    const ends = {};
    for (const { id, file_name: name, status, failure_reason: reason } of items) {
      const isEvaluated = status === "completed";
      check(isEvaluated || status === "failed", `${name} is ${status}`);
      if (isEvaluated) checkEvaluation(name, (await call("GET", `${home}/batch-tasks/${id}`)).ai_eval, rubric);
      const end = isEvaluated ? "evaluated" : known(reason, name);
      ends[end] = (ends[end] ?? 0) + 1;
    }
    check(ends.evaluated > 0, "no resume was evaluated");
    const { created } = await call("POST", `${home}/batches/${batch.id}/promote`, {});
    check(created === ends.evaluated, `${created} candidates of ${ends.evaluated} evaluated`);
    const counted = Object.entries(ends).map(([end, count]) => `${count} ${end}`);
    const reading = rubric.refused_by ? "the model's rubric refused" : `rubric by ${rubric.version}`;
    return { result: [`${reading}, ${rubric.criteria.length} criteria`, ...counted].join("; ") };
  });
}

/** The text of a task as it was shown until the task ended, and in how many changes. */
async function shown(task) {
  const events = (await send("GET", `${home}/tasks/${task}/text`))
    .split("\n\n")
    .filter((event) => event.includes("data:"));
  let text = "";
  for (const event of events.filter((event) => event.startsWith("event: text"))) {
    const change = JSON.parse(event.slice(event.indexOf("data:") + 5));
    text = change.is_more ? text + change.text : change.text;
  }
  check(events.at(-1)?.startsWith("event: end"), "the stream of a text has no end");
  return { text, changes: events.length - 1 };
}

/** A text that a task writes; `textOf` takes it from the task's result. */
function writing(ability, path, input, textOf) {
  return step(ability, async () => {
    const { id } = await call("POST", `${home}/${path}`, input);
    const growing = path === "job-drafts" ? await shown(id) : undefined;
    const task = await ended(
      ability,
      () => call("GET", `${home}/tasks/${id}`),
      ({ finished_at: end }) => end,
    );
    check(task.status === "completed", `${ability}: ${task.error?.message}`);
    if (task.status !== "completed") return { result: known(task.error?.message, ability) };
    const text = textOf(task.result) ?? "";
    check(text && !isUnread(text) && !text.includes("\0"), `${ability}: ${JSON.stringify(task.result)}`);
    const [{ engine, fallbackReason: reason }] = [task.result].flat();
    const by = engine ? ` by ${engine}${reason ? `, ${known(reason, ability)}` : ""}` : "";
    if (!growing) return { result: `${text.length} characters${by}` };
    check(
      growing.text.length > text.length / 2,
      `${ability}: ${growing.text.length} of ${text.length} characters shown`,
    );
    return { result: `${text.length} characters${by}, shown in ${growing.changes} steps` };
  });
}

async function follow() {
  // As many requests at a time as the server computes.
  const local = { withoutKey: true, fallbackToBuiltIn: false, concurrency: 2 };
  await models("list of models");
  await setModel({ ...local, baseUrl: short, modelName: "tiny-short" });
  await connectionTest("test, context of 2,048 tokens");
  await setModel({ ...local, baseUrl: model, modelName: "tiny-random" });
  await connectionTest("test, context of 32,768 tokens");
  const { id: job } = await call("POST", `${home}/jobs`, JOB);
  await judging(`rubric and ${Object.keys(RESUMES).length} resumes`, job);
  const description = { kind: "jd", title: JOB.title, core_requirement: JOB.core_requirement };
  // Token 2 ends a text.
  const endless = [2, -100];
  await setModel({ extraParameters: { logit_bias: [endless] } });
  await writing("draft without an end", "job-drafts", description, ({ text }) => text);
  // Zeros, which no database takes and models write now and then: token 4 is the byte, 96 the backslash before "u0000".
  const zeros = [
    [4, 5],
    [96, 5],
  ];
  await setModel({ extraParameters: { logit_bias: [endless, ...zeros] } });
  await writing("draft with zeros", "job-drafts", description, ({ text }) => text);
  await setModel({ extraParameters: { logit_bias: zeros } });
  const translation = { textToTranslate: "Eleven years of payroll.", targetLanguage: "zh-CN" };
  await writing("translation with zeros", "translate-text", translation, ({ translatedText }) => translatedText);
  const { items } = await call("GET", `${home}/applications?job_id=${job}`);
  const emails = { tasks: [{ applicationId: items[0]?.id, emailType: "rejection" }] };
  await writing("email with zeros", "generate-email-content", emails, ([{ data }]) => data?.body);

  const { paused } = await call("GET", `${home}/ai/state`);
  check(!paused, `model work is paused: ${paused}`);
  const { items: tasks } = await call("GET", `${home}/tasks`);
  for (const { kind, status, finished_at: end } of tasks) check(end, `${kind} is still ${status}`);
}

await follow().catch((error) => check(false, error.message));
const titles = ["ability", "result", "seconds", "tokens in + out"];
for (const row of [titles, titles.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
for (const fault of faults) console.log(`FAILED: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
