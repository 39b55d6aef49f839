// An AI provider for browser tests: chat completions that answer what the test says, whole or streamed and held back.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const PROVIDER_KEY = "sk-browser-test";

interface Question {
  stream?: boolean;
  messages: { content: string }[];
}

export class Provider {
  readonly #server: Server;
  #answer: (prompt: string) => string = () => "pong";
  #held: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (request.headers.authorization !== `Bearer ${PROVIDER_KEY}`) {
          response.writeHead(401, { "Content-Type": "application/json" }).end("{}");
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

  answerWith(answer: (prompt: string) => string): void {
    this.#answer = answer;
  }

  /** From now on streamed answers stand still after their first half, until they are released. */
  hold(): void {
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
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
    const content = this.#answer(question.messages.at(-1)?.content ?? "");
    const usage = { prompt_tokens: 1000, completion_tokens: 100 };
    if (!question.stream) {
      const choices = [{ message: { role: "assistant", content }, finish_reason: "stop" }];
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ choices, usage }));
      return;
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    const half = Math.ceil(content.length / 2);
    send({ choices: [{ delta: { content: content.slice(0, half) } }] });
    await this.#held;
    send({ choices: [{ delta: { content: content.slice(half) }, finish_reason: "stop" }] });
    send({ choices: [], usage });
    response.end("data: [DONE]\n\n");
  }
}
