// Lighthouse's scores of five pages of the demo, as a table. Reads BOLE, the binary, and CHROMIUM, the browser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const PAGES = ["/login", "/dashboard", "/pipeline", "/jobs", "/schedule"];
const AIMS = { performance: 95, accessibility: 100 };

/** Starts an installation with the demo, and waits until it serves. */
async function start(folder) {
  const bole = spawn(process.env.BOLE, ["up", "--port", "0", "--data-dir", folder], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const told = { bole };
  for await (const line of createInterface(bole.stdout)) {
    const [, email, password] = /^Sign in as (\S+) with the password (\S+)$/.exec(line) ?? [];
    if (email) told.account = { email, password };
    if (line.startsWith("ready ")) told.url = line.slice("ready ".length);
    if (told.url && told.account) return told;
  }
  throw new Error("bole up did not become ready");
}

/** Signs the browser in as the demo's owner, who has seen the tour. */
async function signIn(browser, { url, account }) {
  const page = await browser.newPage();
  await page.goto(`${url}/login`);
  const status = await page.evaluate(async (data) => {
    localStorage.setItem("bole.tour", "seen");
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/api/auth/sign-in", { method: "POST", headers, body: JSON.stringify(data) })).status;
  }, account);
  if (status !== 200) throw new Error(`sign-in: ${status}`);
  await page.close();
}

const folder = mkdtempSync(join(tmpdir(), "bole-pages-"));
const server = await start(folder);
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  console.log("| page | performance | accessibility | first content ms | largest content ms | blocked ms | shift |");
  console.log("|---|---|---|---|---|---|---|");
  for (const path of PAGES) {
    if (path === PAGES[1]) await signIn(browser, server);
    const page = await browser.newPage();
    const flags = { onlyCategories: Object.keys(AIMS), disableStorageReset: true };
    const { lhr } = await lighthouse(server.url + path, flags, desktopConfig, page);
    await page.close();
    if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
    const score = (category) => Math.round(lhr.categories[category].score * 100);
    const value = (audit, digits = 0) => lhr.audits[audit].numericValue.toFixed(digits);
    console.log(
      `| ${new URL(lhr.finalDisplayedUrl).pathname} | ${score("performance")} | ${score("accessibility")} | ` +
        `${value("first-contentful-paint")} | ${value("largest-contentful-paint")} | ` +
        `${value("total-blocking-time")} | ${value("cumulative-layout-shift", 3)} |`,
    );
    for (const { id } of lhr.categories.accessibility.auditRefs) {
      const { score: passed, title } = lhr.audits[id];
      if (passed === 0) console.error(`${path}: ${title}`);
    }
  }
  console.log(`| *aim* | ${AIMS.performance} | ${AIMS.accessibility} | | | | |`);
} finally {
  await browser.close();
  server.bole.kill("SIGINT");
  await once(server.bole, "exit");
  rmSync(folder, { recursive: true, force: true });
}
