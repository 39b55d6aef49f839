// A server of a test's own, which the test may stop and start again.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export class OwnServer {
  readonly #folder: string;
  readonly #options: readonly string[];
  #process: ChildProcess | undefined;
  /** Where it listens, also after a restart. */
  url = "";

  private constructor(folder: string, options: readonly string[]) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Starts one on an empty data folder, with options of `bole up`. */
  static async begin(...options: readonly string[]): Promise<OwnServer> {
    const server = new OwnServer(await mkdtemp(join(tmpdir(), "bole-e2e-")), options);
    await server.start();
    return server;
  }

  /** Starts it with the data it has, and waits until it is ready. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : "0";
    const options = ["up", "--no-demo", "--port", port, "--data-dir", this.#folder, ...this.#options];
    const child = spawn(process.env["BOLE_BIN"] ?? "", options, { stdio: ["ignore", "pipe", "ignore"] });
    this.#process = child;
    for await (const line of createInterface(child.stdout)) {
      const [, url] = /^ready (\S+)$/.exec(line) ?? [];
      if (url) {
        this.url = url;
        child.stdout.resume();
        return;
      }
    }
    throw new Error("the server ended before it was ready");
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
