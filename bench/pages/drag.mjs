// Script time of dragging a card over a board of thousands, compared with a dnd-kit list of empty items. Reads BOLE,
// the binary, and CHROMIUM, the browser. Playwright, Vite and dnd-kit are those of web/.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "..", "..", "web");
const { chromium } = createRequire(join(web, "package.json"))("@playwright/test");

/** Cards in the source lane and in the one next to it. */
const CARDS = { "线上面试": 2000, "线下面试": 200 };
const [FROM, TO] = Object.keys(CARDS);
const WARM_UPS = 2;
const ROUNDS = 7;
/** Positions of the mouse on the way to the other lane, and as many on the way back. */
const STEPS = 20;
const AIM = 2;
/** All of it takes longer on no machine that could measure it; then it is given up. */
const DEADLINE_MS = 180_000;
/** How long each part may take to stop. */
const STOP_MS = 15_000;

const folder = mkdtempSync(join(tmpdir(), "bole-drag-"));
let bole;
let browser;
let phase = "starting the server";

/** Starts an installation with the demo, and waits until it serves. */
async function start() {
  bole = spawn(process.env.BOLE, ["up", "--port", "0", "--data-dir", folder], { stdio: ["ignore", "pipe", "ignore"] });
  const failed = once(bole, "error").then(([error]) => {
    throw error;
  });
  return Promise.race([failed, untilReady()]);
}

async function untilReady() {
  const told = {};
  for await (const line of createInterface(bole.stdout)) {
    const [, email, password] = /^Sign in as (\S+) with the password (\S+)$/.exec(line) ?? [];
    if (email) told.account = { email, password };
    if (line.startsWith("ready ")) told.url = line.slice("ready ".length);
    if (told.url && told.account) break;
  }
  if (!told.url || !told.account) throw new Error("bole up did not become ready");
  // What is written from now on is not read, and must not hold the server up.
  bole.stdout.resume();
  return told;
}

/**
 * Signs in as the demo's owner, who has seen the tour, and waits until the demo's batches are evaluated: each event would have
 * the board ask for all its cards again. The id of a job.
 */
async function signIn(page, account) {
  await page.goto("/login");
  return page.evaluate(async (data) => {
    localStorage.setItem("bole.tour", "seen");
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/auth/sign-in", { method: "POST", headers, body: JSON.stringify(data) });
    const { items } = await (await fetch("/api/me/organizations")).json();
    const organization = `/api/organizations/${items[0].organization.id}`;
    const active = async () => (await (await fetch(`${organization}/batches?active=true&limit=1`)).json()).total;
    while ((await active()) > 0) await new Promise((done) => setTimeout(done, 500));
    return (await (await fetch(`${organization}/jobs?limit=1`)).json()).items[0].id;
  }, account);
}

function card(status, at) {
  const id = `0190a1b2-0000-7000-8000-${(status === FROM ? 1 : 2).toString()}${at.toString().padStart(11, "0")}`;
  return {
    id,
    version: 1,
    person: { id, name: `Candidate ${at}`, current_position: "Backend engineer", current_company: "Galaxy", years: 8 },
    status,
    sub_status: status === FROM ? "已完成面试" : "待发线下面试邀请",
    sub_status_since: "2026-11-01T08:00:00Z",
    level: "推荐",
    score: 72,
    strip: "MMPNmpu",
    summary: "Eight years of back ends in Rust and Java, two of them as a lead; no Kubernetes in production so far.",
    starred: false,
    flags: [],
    next: status === FROM ? "mark_passed" : "send_onsite_invitation",
  };
}

/** Mocks the board with that many candidates; other requests go to the server. */
async function fill(page) {
  await page.route("**/jobs/*/board?**", (route) => {
    const status = new URL(route.request().url()).searchParams.get("status");
    const items = Array.from({ length: CARDS[status] ?? 0 }, (_, at) => card(status, at));
    return route.fulfill({ json: { items, total: items.length } });
  });
  await page.route("**/jobs/*/lanes", (route) => {
    const lanes = Object.entries(CARDS).map(([status, count]) => ({
      status,
      count,
      sub_statuses: [{ sub_status: card(status, 0).sub_status, count }],
    }));
    return route.fulfill({ json: { lanes, total: lanes.reduce((sum, { count }) => sum + count, 0) } });
  });
}

/** The list to compare with: two lanes of empty dnd-kit items. */
async function bareList(page, counts) {
  const { build } = await import(pathToFileURL(join(web, "node_modules", "vite", "dist", "node", "index.js")).href);
  const out = mkdtempSync(join(tmpdir(), "bole-list-"));
  const alias = Object.fromEntries(
    ["react", "react-dom", "@dnd-kit/core"].map((name) => [name, join(web, "node_modules", name)]),
  );
  await build({
    configFile: false,
    root: here,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { alias },
    build: { outDir: out, lib: { entry: join(here, "list.js"), formats: ["iife"], name: "list", fileName: () => "list.js" } },
  });
  await page.setContent("<div id='root'></div>");
  await page.addStyleTag({
    content: `body { margin: 0 } #root > div { display: flex }
      section { flex: 1; height: 800px; overflow: hidden } .item { height: 140px; margin: 8px }`,
  });
  await page.evaluate((lanes) => Object.assign(window, { lanes }), counts);
  await page.addScriptTag({ content: readFileSync(join(out, "list.js"), "utf8") });
  rmSync(out, { recursive: true, force: true });
}

/**
 * Drags an item over the other lane and back, where dropping changes nothing; answers the script time in
 * milliseconds.
 */
async function drag(page, metrics) {
  const lanes = page.locator("section:has([data-card])");
  const from = await lanes.first().locator("[data-card]").first().boundingBox();
  const over = await lanes.nth(1).boundingBox();
  const begin = { x: from.x + 60, y: from.y + 30 };
  const end = { x: over.x + over.width / 2, y: over.y + over.height / 2 };
  await page.mouse.move(begin.x, begin.y);
  const before = await metrics();
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: STEPS });
  await page.mouse.move(begin.x, begin.y, { steps: STEPS });
  await page.mouse.up();
  // Two frames later everything that the drop caused has run; a page that is not shown has none.
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
        setTimeout(done, 1000);
      }),
  );
  return (await metrics()) - before;
}

async function scriptTime(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ScriptDuration").value * 1000;
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure() {
  const server = await start();
  phase = "starting the browser";
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  const viewport = { width: 1440, height: 900 };
  phase = "signing in";
  const board = await (await browser.newContext({ baseURL: server.url, viewport })).newPage();
  const job = await signIn(board, server.account);
  phase = "opening the board";
  await fill(board);
  await board.goto(`/pipeline?job_id=${job}`);
  const lanes = board.locator("section:has([data-card])");
  await lanes.nth(1).locator("[data-card]").first().waitFor();
  const counts = await lanes.evaluateAll((all) => all.map((lane) => lane.querySelectorAll("[data-card]").length));
  phase = "building the bare list";
  const list = await (await browser.newContext({ viewport })).newPage();
  await bareList(list, counts);
  await list.locator("[data-card]").first().waitFor();

  const sides = await Promise.all(
    [board, list].map(async (page) => ({ page, metrics: await scriptTime(page), took: [] })),
  );
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    phase = `drag ${round + 1} of ${WARM_UPS + ROUNDS}`;
    console.error(phase);
    for (const { page, metrics, took } of sides) {
      await page.bringToFront();
      const time = await drag(page, metrics);
      if (round >= WARM_UPS) took.push(time);
    }
  }
  const [ours, bare] = sides.map(({ took }) => median(took));
  console.log(
    `${ROUNDS} drags of ${2 * STEPS} positions, over lanes of ${CARDS[FROM]} and ${CARDS[TO]} cards, ${counts.join(" and ")} of them on the page.\n`,
  );
  console.log("| script time of a drag, median ms | the board | dnd-kit alone | **times** | aim |");
  console.log("|---|---|---|---|---|");
  console.log(
    `| | ${ours.toFixed(1)} | ${bare.toFixed(1)} | **${(ours / bare).toFixed(2)}** | at most ${AIM} |`,
  );
}

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function overdue() {
  await new Promise((done) => setTimeout(done, DEADLINE_MS));
  throw new Error(`Given up after ${DEADLINE_MS / 1000} s, at: ${phase}.`);
}

/** Ends whatever was started, however far it came, and waits for none of it for ever. */
async function stop() {
  if (browser) await Promise.race([browser.close(), after(STOP_MS)]);
  if (bole?.pid && bole.exitCode === null && bole.signalCode === null) {
    const exit = once(bole, "exit");
    bole.kill("SIGINT");
    await Promise.race([exit, after(STOP_MS)]);
    if (bole.exitCode === null) bole.kill("SIGKILL");
  }
  rmSync(folder, { recursive: true, force: true });
}

try {
  await Promise.race([measure(), overdue()]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
await stop();
// Nothing that was left behind keeps it alive.
process.exit();
