// An AI provider for browser tests: chat completions with answers defined by the test, whole or streamed and held back,
// or failures selected by the model's name.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const PROVIDER_KEY = "sk-browser-test";

/** Model names that fail; any other name answers as defined by the test, or judges resumes without a finding. */
export type Fault =
  | "limited"
  | "exhausted"
  | "down"
  | "cut"
  | "late"
  | "unknown"
  | "too-long"
  | "filtered"
  | "broken-json"
  | "refusing"
  | "inventing";

interface Question {
  model: string;
  stream?: boolean;
  messages: { content: string }[];
}

/** The judgement of a resume: all unknown, or all met by one line. */
function judgement(question: Question, proof: number | null): string | undefined {
  const asked = question.messages[1]?.content ?? "";
  if (!asked.includes("\nCriteria:\n")) return undefined;
  const ids = asked.split("\n").flatMap((line) => /^(\S+) \(.*?\): /.exec(line)?.[1] ?? []);
  const verdict = proof === null ? "unknown" : "met";
  const lines = proof === null ? [] : [proof];
  const criteria = ids.map((id) => ({ id, lines, reason: "", verdict }));
  const person = { name: "", email: "", phone: "", education: [], work: [] };
  return JSON.stringify({ criteria, gaps: [], summary: "Judged by the test provider.", person });
}

/** A rubric made of the job's lines, and the numbers of the others. */
function rubric(question: Question): string | undefined {
  const asked = question.messages[1]?.content ?? "";
  if (!asked.startsWith("=== ") || !asked.includes("title")) return undefined;
  let field = "";
  const criteria: object[] = [];
  const other_lines: number[] = [];
  for (const line of asked.split("\n")) {
    if (line.startsWith("=== ")) {
      field = line.split(" ")[1] ?? "";
      continue;
    }
    const [, number, rest = line] = /^(\d+)\| (.*)$/.exec(line) ?? [];
    if (field !== "title" && rest.trim().length > 3) {
      const text = rest.replace(/^[-\s]+/, "").trim();
      const kind = criteria.length < 2 ? "must" : "nice";
      criteria.push({ text, kind, weight: 10, dimension: "skills_match", field, phrase: text });
    } else if (number) other_lines.push(Number(number));
  }
  return JSON.stringify({ criteria, other_lines });
}

export class Provider {
  readonly #server: Server;
  #isOpen = false;
  #answer: ((prompt: string) => string | undefined) | undefined;
  readonly #asked = new Map<string, number>();
  #passing = 0;
  readonly #passed = new Set<string>();
  #held: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        // A local model's server asks for no key.
        if (!this.#isOpen && request.headers.authorization !== `Bearer ${PROVIDER_KEY}`) {
          response.writeHead(401, { "Content-Type": "application/json" }).end("{}");
          return;
        }
        if (request.method === "GET") {
          const data = ["browser", "refusing"].map((id) => ({ id, object: "model" }));
          response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ data }));
          return;
        }
        const question = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Question;
        void this.#reply(question, response);
      });
    });
  }

  static async start(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Answers without a key from now on. */
  open(): void {
    this.#isOpen = true;
  }

  /** If `answer` returns undefined, the provider answers that the model does not exist. */
  answerWith(answer: (prompt: string) => string | undefined): void {
    this.#answer = answer;
  }

  /** Number of requests to a model. */
  asked(model: string): number {
    return this.#asked.get(model) ?? 0;
  }

  /**
   * Holds back answers until `release`, but those about the next `passing` texts, of which a resume may be sent several
   * times for its criteria: the second half of streamed ones, others whole.
   */
  hold(passing = 0): void {
    this.#passing = passing;
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  async #turn(question: Question): Promise<void> {
    const text = question.messages.at(-1)?.content ?? "";
    if (this.#passed.has(text)) return;
    if (this.#passing === 0) return this.#held;
    this.#passing -= 1;
    this.#passed.add(text);
  }

  release(): void {
    this.#release();
  }

  stop(): void {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #reply(question: Question, response: ServerResponse): Promise<void> {
    const asked = this.asked(question.model) + 1;
    this.#asked.set(question.model, asked);
    const json = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
    const isJson = question.messages.at(-1)?.content.includes("as JSON") === true;
    const pong = isJson ? '{"answer": "pong"}' : "pong";
    const judged = (proof: number | null) => judgement(question, proof) ?? rubric(question) ?? pong;
    let content: string | undefined;
    switch (question.model as Fault) {
      case "limited":
        if (asked === 1) return void json(429, { error: { message: "rate limit reached" } }, { "Retry-After": "1" });
        content = judged(null);
        break;
      case "exhausted":
        return void json(429, { error: { message: "insufficient_quota: check your plan and billing details" } });
      case "down":
        return void json(500, { error: { message: "internal" } });
      case "late":
        return void json(504, { error: { message: "upstream timed out" } });
      case "unknown":
        return void json(404, { error: { message: "The model does not exist", code: "model_not_found" } });
      case "too-long":
        return void json(413, { error: { message: "the request is too large" } });
      case "filtered":
        return void json(403, { error: { message: "the input was flagged", code: "content_policy_violation" } });
      case "cut":
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
        response.write('{"choices": [{"mess', () => response.destroy());
        return;
      case "broken-json":
        content = "The candidate seems fine to me.";
        break;
      case "refusing": {
        const message = { role: "assistant", content: null, refusal: "I cannot help with that." };
        return void json(200, { choices: [{ message, finish_reason: "stop" }] });
      }
      case "inventing":
        // No resume has that many lines.
        content = judged(99_999);
        break;
      default:
        content = this.#answer ? this.#answer(question.messages.at(-1)?.content ?? "") : judged(null);
    }
    if (content === undefined) return void json(404, { error: { message: "The model does not exist" } });
    // Fewer than a prompt has words would mean that it was cut.
    const characters = question.messages.reduce((sum, message) => sum + message.content.length, 0);
    const usage = { prompt_tokens: Math.max(1000, Math.ceil(characters / 2)), completion_tokens: 100 };
    if (!question.stream) {
      await this.#turn(question);
      const message = { role: "assistant", content };
      return void json(200, { choices: [{ message, finish_reason: "stop" }], usage });
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    const half = Math.ceil(content.length / 2);
    send({ choices: [{ delta: { content: content.slice(0, half) } }] });
    await this.#turn(question);
    send({ choices: [{ delta: { content: content.slice(half) }, finish_reason: "stop" }] });
    send({ choices: [], usage });
    response.end("data: [DONE]\n\n");
  }
}
