// A server of a test's own, which the test may stop and start again.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";

export class OwnServer {
  readonly #folder: string;
  #process: ChildProcess | undefined;
  /** Where it listens, also after a restart. */
  url = "";

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts one on an empty data folder. */
  static async begin(): Promise<OwnServer> {
    const server = new OwnServer(await mkdtemp(join(tmpdir(), "bole-e2e-")));
    await server.start();
    return server;
  }

  /** Starts it with the data it has, and waits until it is ready. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : "0";
    const options = ["up", "--no-demo", "--port", port, "--data-dir", this.#folder];
    const process_ = spawn(process.env["BOLE_BIN"] ?? "", options, { stdio: ["ignore", "pipe", "ignore"] });
    this.#process = process_;
    for await (const line of createInterface(process_.stdout)) {
      const [, url] = /^ready (\S+)$/.exec(line) ?? [];
      if (url) {
        this.url = url;
        process_.stdout.resume();
        return;
      }
    }
    expect(process_.exitCode, "the server's exit code").toBe("never");
  }

  /** Stops it as its service manager would; unfinished work goes on with the next start. */
  async stop(): Promise<void> {
    if (!this.#process || this.#process.exitCode !== null) return;
    const stopped = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await stopped;
  }

  /** Stops it for good. */
  async end(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
