// Starts an installation with the demo and a browser, and signs in. Reads BOLE, the binary, and CHROMIUM, the
// browser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

let bole;
let folder;

/** Starts both, and waits until the installation is ready. */
export async function start() {
  folder = mkdtempSync(join(tmpdir(), "bole-pages-"));
  bole = spawn(process.env.BOLE, ["up", "--port", "0", "--data-dir", folder], { stdio: ["ignore", "pipe", "ignore"] });
  const url = {};
  for await (const line of createInterface(bole.stdout)) {
    const [, email, password] = /^Sign in as (\S+) with the password (\S+)$/.exec(line) ?? [];
    if (email) url.account = { email, password };
    if (line.startsWith("ready ")) url.address = line.slice("ready ".length);
    if (url.address && url.account) break;
  }
  try {
    if (!url.address || !url.account) throw new Error("bole up did not become ready with its demo");
    const browser = await puppeteer.launch({
      executablePath: process.env.CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu"],
    });
    return { browser, url };
  } catch (error) {
    // Nobody else would end it, and it would keep this process waiting.
    await end();
    throw error;
  }
}

/** Ends the installation. */
async function end() {
  const isRunning = bole.exitCode === null && bole.signalCode === null;
  if (isRunning && bole.kill("SIGINT")) await once(bole, "exit");
  rmSync(folder, { recursive: true, force: true });
}

/** Signs in as the demo's owner, who has seen the tour. */
export async function signIn(browser, { address, account }) {
  const page = await browser.newPage();
  await page.goto(`${address}/login`);
  const status = await page.evaluate(async (data) => {
    localStorage.setItem("bole.tour", "seen");
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/api/auth/sign-in", { method: "POST", headers, body: JSON.stringify(data) })).status;
  }, account);
  if (status !== 200) throw new Error(`sign-in: ${status}`);
  await page.close();
}

/** The demo's first job. */
export async function firstJob(browser, { address }) {
  const page = await browser.newPage();
  await page.goto(`${address}/welcome`, { waitUntil: "domcontentloaded" });
  const id = await page.evaluate(async () => {
    const { items } = await (await fetch("/api/me/organizations")).json();
    const path = `/api/organizations/${items[0].organization_id}/jobs?limit=1`;
    return (await (await fetch(path)).json()).items[0].id;
  });
  await page.close();
  return id;
}

export const server = {
  /** Stops both. */
  async stop(browser) {
    try {
      await browser.close();
    } finally {
      await end();
    }
  },
};
