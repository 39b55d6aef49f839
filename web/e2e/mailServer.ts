// A mail server for browser tests, which takes every email and keeps it.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";

interface Received {
  to: string[];
  /** The message as it was sent, with its headers. */
  source: string;
}

export class MailServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #received: Received[] = [];

  private constructor() {
    this.#server = createServer((socket) => this.#talk(socket));
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The messages to an address, oldest first. */
  to(address: string): string[] {
    return this.#received.filter(({ to }) => to.includes(address)).map(({ source }) => source);
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    // A client may leave without a word.
    socket.on("error", () => socket.destroy());
    const say = (line: string) => socket.write(`${line}\r\n`);
    let to: string[] = [];
    let message: string[] | null = null;
    say("220 mail.example");
    createInterface(socket).on("line", (line) => {
      if (message) {
        if (line === ".") {
          this.#received.push({ to, source: message.join("\n") });
          [to, message] = [[], null];
          say("250 taken");
        } else message.push(line.replace(/^\./, ""));
        return;
      }
      const [, recipient] = /^RCPT TO:<([^>]+)>/i.exec(line) ?? [];
      if (recipient) to.push(recipient);
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "DATA") message = [];
      say(
        verb === "DATA" ? "354 go on" : verb === "QUIT" ? "221 bye" : verb === "EHLO" ? "250 mail.example" : "250 fine",
      );
      if (verb === "QUIT") socket.end();
    });
  }
}
