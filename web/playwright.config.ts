// Browser tests against a running server: BOLE_URL is its address, CHROMIUM the browser.
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const baseURL = process.env["BOLE_URL"] ?? "http://127.0.0.1:7080";

const TRACES_PAGES = process.env["BOLE_TRACE"] === "1";

export default defineConfig({
  // The pictures of the docs are taken by scripts/screenshots.sh.
  testDir: process.env["BOLE_SCREENS"] ? "screens" : "e2e",
  // Every test makes its own account and organization, so tests can share the server.
  fullyParallel: true,
  // One more than cores, because each also waits for the server and for polls.
  workers: Number(process.env["BOLE_E2E_WORKERS"] ?? availableParallelism() + 1),
  retries: 0,
  // The suite's budget: twice what it takes beside a busy loop on each core. Repetitions pass --global-timeout=0.
  globalTimeout: (process.env["BOLE_E2E_ALL"] === "1" ? 90 : 30) * 60_000,
  // Generous, because a busy machine is slow.
  timeout: 150_000,
  expect: {
    timeout: 30_000,
    // Text rendering differs slightly between machines; moved or recoloured parts differ more than this.
    toHaveScreenshot: { animations: "disabled", caret: "hide", scale: "css", threshold: 0.2, maxDiffPixelRatio: 0.02 },
  },
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  reporter: [["list"]],
  use: {
    baseURL,
    // Marks the guided tour as seen; its own test starts without this.
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(baseURL).origin, localStorage: [{ name: "bole.tour", value: "seen" }] }],
    },
    locale: "zh-CN",
    contextOptions: { reducedMotion: "reduce" },
    // A failure comes with its steps and the page's content; pictures and copies of the page at each step take as long
    // as the step itself, and are recorded on request.
    trace: { mode: "retain-on-failure", screenshots: TRACES_PAGES, snapshots: TRACES_PAGES },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL("e2e/fonts.conf", import.meta.url)) },
      args: [
        "--no-sandbox",
        // The headless shell would fit letters to pixels, which a Chromium with a window does not.
        "--font-render-hinting=none",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
