// Follows one organization with a local model through the servers of scripts/test-model-server.sh, and prints what came of
// it. The model's judgements mean nothing; what is checked is that everything ends, and that only what can be right is kept.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";

const { zipSync } = createRequire(new URL("../web/package.json", import.meta.url))("fflate");
const { BOLE_URL: url, MODEL_URL: model, SHORT_URL: short, BOLE_MAILBOX_TOKEN: mailbox } = process.env;
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url));
const { schemas } = JSON.parse(read("api/openapi.json")).components;
const CODES = schemas.FailureReason.enum;
const LABELLED = "testdata/labelled";
const PASSWORD = "qianlima-2026";
/** How long anything may take before it counts as hanging. */
const LONGEST_MS = 10 * 60_000;

// Short, so that the model has a chance to name each line and each criterion.
const JOB = { title: "Data analyst", jd: "We sell tea.", ai_evaluation_criteria: "SQL at work\nGo or Python\nLed a team" };
const RESUMES = {
  "oyelaran.docx": ["en-growth-analyst", "02-marcus-oyelaran"],
  "raghunathan.pdf": ["en-growth-analyst", "01-priya-raghunathan"],
  "vasquez.docx": ["en-growth-analyst", "10-elena-vasquez-ortiz"],
  "deng.docx": ["zh-backend-engineer", "05-deng-wei"],
  "zhou.pdf": ["zh-backend-engineer", "02-zhou-qihang"],
  "agus.txt": ["id-warehouse-supervisor", "01-agus-prasetyo"],
};

const rows = [];
const faults = [];
const check = (holds, fault) => holds || faults.push(fault);

let cookie = "";
async function call(method, path, body) {
  const isForm = body instanceof FormData;
  const headers = { origin: url, cookie, ...(body && !isForm ? { "content-type": "application/json" } : {}) };
  const sent = body && !isForm ? JSON.stringify(body) : body;
  const response = await fetch(url + path, { method, headers, body: sent, signal: AbortSignal.timeout(LONGEST_MS) });
  const set = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (set.length > 0) cookie = set.join("; ");
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
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

/** A row of the table: what `run` returns, how long it took, and the tokens it names or the organization used meanwhile. */
async function step(ability, run) {
  const before = await call("GET", `${home}/ai-usage`);
  const begun = performance.now();
  const { result, tokens } = await run();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { total } = await call("GET", `${home}/ai-usage`);
  const spent = tokens ?? {
    prompt_tokens: total.prompt_tokens - before.total.prompt_tokens,
    completion_tokens: total.completion_tokens - before.total.completion_tokens,
  };
  rows.push([ability, result, seconds, `${spent.prompt_tokens} + ${spent.completion_tokens}`]);
}

const taskEnded = (task) => ended(`task ${task.kind}`, () => call("GET", `${home}/tasks/${task.id}`), ({ finished_at }) => finished_at);

/** A code of the product's list, which each failure must have. */
function known(code, where) {
  check(CODES.includes(code), `${where}: ${code} is no stable code`);
  return code;
}

/** Whether a stored text is an answer of the model that was not read. */
const isUnread = (text) => /"(criteria|verdict|other_lines)":/.test(text);
/** What is left of a text if it is read from another form of the same document. */
const letters = (text) => text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

function checkEvaluation(name, { ai_eval: evaluation }, criteria) {
  const about = (fault) => `${name}: ${fault}`;
  const ids = (list) => list.map(({ id }) => id).join();
  check(evaluation.engine === "model" && !evaluation.fallbackReason, about("the model did not judge it"));
  check(ids(evaluation.criteria) === ids(criteria), about(`verdicts on ${ids(evaluation.criteria)}`));
  check(evaluation.overallScore >= 0 && evaluation.overallScore <= 100, about(`scored ${evaluation.overallScore}`));
  const [folder, file] = RESUMES[name];
  const resume = letters(read(`${LABELLED}/${folder}/text/${file}.txt`).toString());
  for (const { id, verdict, quote, moreQuotes = [], missing, question } of evaluation.criteria) {
    check(schemas.Verdict.enum.includes(verdict), about(`${id} is ${verdict}`));
    const quotes = quote ? [quote, ...moreQuotes] : moreQuotes;
    check(verdict === "met" ? quotes.length > 0 : true, about(`${id} is met without a line`));
    for (const text of quotes) check(resume.includes(letters(text)), about(`${id} quotes what is not there: ${text}`));
    for (const text of [missing, question]) check(!text || !isUnread(text), about(`${id} keeps an answer: ${text}`));
  }
  check(!isUnread(evaluation.summary), about(`the summary is an answer: ${evaluation.summary}`));
}

const account = { email: "lin@yunfan.example", password: PASSWORD, full_name: "Lin Yue" };
await call("POST", "/api/auth/sign-up", account);
const { items: mails } = await ended(
  "the mail to confirm the account",
  async () => (await fetch(`${url}/api/dev/mailbox`, { headers: { authorization: `Bearer ${mailbox}` } })).json(),
  ({ items }) => items.length > 0,
);
const confirm = new URL(mails[0].links.find((link) => link.includes("token_hash="))).searchParams;
await call("POST", "/api/auth/verify", { type: confirm.get("type"), token_hash: confirm.get("token_hash") });
const { id } = await call("POST", "/api/organizations", { name: "Yunfan", slug: "yunfan" });
const home = `/api/organizations/${id}`;
const none = { prompt_tokens: 0, completion_tokens: 0 };

/** The test button, with what each of its parts found. */
async function testButton(name) {
  await step(`test button, ${name}`, async () => {
    const test = await call("POST", `${home}/settings/ai/test`);
    const { json, ...abilities } = test.works ?? {};
    const found = Object.keys(abilities).filter((ability) => abilities[ability]);
    const sample = test.sample ? `sample resume judged, score ${test.sample.score}` : `sample resume: ${test.detail}`;
    if (!test.ok) known(test.code, `test button, ${name}`);
    return { result: test.ok ? `JSON by ${json}, ${found.join(", ")}; ${sample}` : `${test.code}: ${test.detail}`, tokens: test.usage, test };
  });
}

await step("list of models", async () => {
  const { ok, items } = await call("POST", `${home}/settings/ai/models`, { baseUrl: model, apiKey: "" });
  const names = items.map((item) => item.id).join();
  check(ok && names === "tiny-random", `the models are ${names}`);
  return { result: names, tokens: none };
});
const local = { withoutKey: true, fallbackToBuiltIn: false };
await call("PUT", `${home}/settings/ai`, { ...local, baseUrl: short, modelName: "tiny-short" });
await testButton("context of 2,048");
await call("PUT", `${home}/settings/ai`, { ...local, baseUrl: model, modelName: "tiny-random" });
await testButton("context of 32,768");

const job = await call("POST", `${home}/jobs`, JOB);
let criteria;
await step("rubric", async () => {
  const rubric = await call("GET", `${home}/jobs/${job.id}/rubric`);
  ({ criteria } = rubric);
  check(criteria.length > 0, "the rubric has no criteria");
  const weight = criteria.reduce((sum, criterion) => sum + criterion.weight, 0);
  check(Math.abs(weight - 100) < 0.01, `the criteria weigh ${weight}`);
  for (const { text, source } of criteria) {
    check(!isUnread(text), `a criterion is an answer: ${text}`);
    check(!source || source.end <= JOB[source.field].length, `a criterion's source is outside the text: ${text}`);
  }
  return { result: `${criteria.length} criteria of ${rubric.version}${rubric.refused_by ? "; the model's was refused" : ""}` };
});

let evaluated = [];
await step(`judging ${Object.keys(RESUMES).length} resumes`, async () => {
  const files = Object.entries(RESUMES).map(([name, [folder, file]]) => {
    const kind = name.split(".").at(-1);
    return [name, read(`${LABELLED}/${folder}/${kind === "txt" ? "text" : "resumes"}/${file}.${kind}`)];
  });
  const form = new FormData();
  form.append("file", new Blob([zipSync(Object.fromEntries(files))], { type: "application/zip" }), "resumes.zip");
  const { batch } = await call("POST", `${home}/jobs/${job.id}/batches`, form);
  const { counts } = await ended(
    "the batch",
    () => call("GET", `${home}/batches/${batch.id}`),
    ({ status }) => status === "completed" || status === "failed",
  );
  check(counts.pending + counts.processing + counts.retry === 0, `left in progress: ${JSON.stringify(counts)}`);
  const { items } = await call("GET", `${home}/batches/${batch.id}/tasks`);
  check(items.length === files.length, `${items.length} entries of ${files.length} files`);
  const ends = {};
  for (const { id, file_name: name, status, failure_reason: reason } of items) {
    check(status === "completed" || status === "failed", `${name} is ${status}`);
    const end = status === "completed" ? "evaluated" : known(reason, name);
    ends[end] = (ends[end] ?? 0) + 1;
    if (status === "completed") checkEvaluation(name, await call("GET", `${home}/batch-tasks/${id}`), criteria);
  }
  check(ends.evaluated > 0, "no resume was evaluated");
  evaluated = items.filter(({ status }) => status === "completed");
  return { result: Object.entries(ends).map(([end, count]) => `${count} ${end}`).join(", ") };
});

await step("draft of a description, streamed", async () => {
  const input = { kind: "jd", title: JOB.title, core_requirement: JOB.ai_evaluation_criteria };
  const task = await call("POST", `${home}/job-drafts`, input);
  const stream = fetch(`${url}${home}/tasks/${task.id}/text`, { headers: { cookie }, signal: AbortSignal.timeout(LONGEST_MS) });
  const events = (await (await stream).text()).match(/^event: ?\w+$/gm) ?? [];
  const { status, result, error } = await taskEnded(task);
  check(events.at(-1)?.endsWith("end"), "the stream of the draft did not end");
  if (status !== "completed") return { result: known(error?.message, "the draft") };
  check(result.engine === "model" && result.text.length > 0, `the draft is ${JSON.stringify(result)}`);
  return { result: `${result.text.length} characters in ${events.length - 1} events` };
});

const state = await call("GET", `${home}/ai/state`);
check(!state.paused, `model work is paused: ${state.paused}`);
const { items: tasks } = await call("GET", `${home}/tasks`);
for (const { kind, status, finished_at } of tasks) check(finished_at, `${kind} is still ${status}`);

const titles = ["ability", "result", "seconds", "tokens in + out"];
for (const row of [titles, titles.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
for (const fault of faults) console.error(`FAILED: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
