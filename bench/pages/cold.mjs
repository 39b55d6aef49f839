// How soon a page shows what it showed before, while the server has answered nothing: as a table. Reads BOLE, the binary, and
// CHROMIUM, the browser.
import { firstJob, server, signIn, start } from "./demo.mjs";

/** Pages that begin with cached lists, and the selector to wait for. */
const PAGES = [
  ["/jobs", "main tbody tr a"],
  ["/pipeline?job_id=JOB", "main article"],
  ["/ai-review?job_id=JOB", "main [data-candidate]"],
  ["/talent-pool", "main tbody tr a"],
  ["/dashboard", "main section table td"],
];
const AIM_MS = 300;
const RUNS = 7;

/** Records the page's time at which the selector first matches. */
function watch(selector) {
  window.shownAt = new Promise((resolve) => {
    const look = () => document.querySelector(selector) && resolve(performance.now());
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    look();
  });
}

const { browser, url } = await start();
try {
  await signIn(browser, url);
  const job = await firstJob(browser, url);
  console.log(`| page, ${RUNS} loads | median ms until what it showed before is there | slowest | aim |`);
  console.log("|---|---|---|---|");
  for (const [path, selector] of PAGES) {
    const address = url.address + path.replace("JOB", job);
    await visit(address, selector, false);
    const times = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await visit(address, selector, true));
    times.sort((a, b) => a - b);
    const [median, slowest] = [times[Math.floor(RUNS / 2)], times.at(-1)].map(Math.round);
    console.log(`| ${path.split("?")[0]} | ${median} | ${slowest} | under ${AIM_MS} |`);
  }
} finally {
  await server.stop(browser);
}

/** Opens the page; with `isCold` nothing of the API is answered, and the assets come from the browser's cache. */
async function visit(address, selector, isCold) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await page.evaluateOnNewDocument(watch, selector);
  const devtools = await page.createCDPSession();
  // Requests are paused and never continued.
  if (isCold) await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/*" }] });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  const shown = await page.evaluate(() =>
    Promise.race([window.shownAt, new Promise((resolve) => setTimeout(() => resolve(null), 15_000))]),
  );
  // What is shown is written to the browser's database a moment later; live events stay open.
  if (!isCold) await page.waitForNetworkIdle({ idleTime: 1_000, concurrency: 1, timeout: 15_000 }).catch(() => {});
  await page.close();
  if (shown === null) throw new Error(`${address}: nothing of what it showed before`);
  return shown;
}
