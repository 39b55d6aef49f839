// Lighthouse scores of five pages of the demo, as a table. Reads BOLE, the binary, and CHROMIUM, the browser.
import lighthouse, { desktopConfig } from "lighthouse";
import { firstJob, server, signIn, start } from "./demo.mjs";

const PAGES = ["/login", "/dashboard", "/pipeline?job_id=JOB", "/jobs", "/schedule"];
const AIMS = { performance: 95, accessibility: 100 };

const { browser, url } = await start();
try {
  console.log("| page | performance | accessibility | first content ms | largest content ms | blocked ms | shift |");
  console.log("|---|---|---|---|---|---|---|");
  let job = "";
  for (const entry of PAGES) {
    if (entry === PAGES[1]) {
      await signIn(browser, url);
      job = await firstJob(browser, url);
    }
    const path = entry.replace("JOB", job);
    const page = await browser.newPage();
    const flags = { onlyCategories: Object.keys(AIMS), disableStorageReset: true };
    const { lhr } = await lighthouse(url.address + path, flags, desktopConfig, page);
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
  await server.stop(browser);
}
