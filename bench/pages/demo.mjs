// An installation with the demo, a browser, and somebody signed in. Reads BOLE, the binary, and CHROMIUM, the browser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

let bole;
let folder;

/** Starts both, and waits until the installation serves. */
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
  if (!url.address) throw new Error("bole up did not become ready");
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  return { browser, url };
}

/** Signs the browser in as the demo's owner, who has seen the tour. */
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

export const server = {
  /** Ends both. */
  async stop(browser) {
    await browser.close();
    bole.kill("SIGINT");
    if (bole.exitCode === null) await once(bole, "exit");
    rmSync(folder, { recursive: true, force: true });
  },
};
