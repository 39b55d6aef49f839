// A mailbox for browser tests: an IMAP server that the app reads new emails from.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";

export class Mailbox {
  static readonly PASSWORD = "mailbox password";
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #messages: string[] = [];

  private constructor() {
    this.#server = createServer((socket) => this.#talk(socket));
  }

  static async start(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    mailbox.#server.listen(0, "127.0.0.1");
    await once(mailbox.#server, "listening");
    return mailbox;
  }

  /** The setting by which the app reads it. */
  get setting(): object {
    const { port } = this.#server.address() as AddressInfo;
    return { host: "127.0.0.1", port, security: "plain", user: "jobs", password: Mailbox.PASSWORD, is_active: true };
  }

  deliver(lines: readonly string[]): void {
    this.#messages.push(lines.join("\r\n"));
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
    const say = (...lines: string[]) => socket.write(`${lines.join("\r\n")}\r\n`);
    say("* OK mail.example");
    createInterface(socket).on("line", (line) => {
      const [tag = "", ...rest] = line.split(" ");
      const command = rest.join(" ").toUpperCase();
      const count = this.#messages.length;
      if (command.startsWith("CAPABILITY")) say("* CAPABILITY IMAP4rev1");
      else if (command.startsWith("SELECT"))
        say(
          `* ${count} EXISTS`,
          "* 0 RECENT",
          "* FLAGS (\\Seen)",
          "* OK [UIDVALIDITY 7] valid",
          `* OK [UIDNEXT ${count + 1}] next`,
        );
      else if (command.startsWith("UID SEARCH")) {
        const from = Number(/UID (\d+):/.exec(command)?.[1] ?? 1);
        const uids = this.#messages.map((_, at) => at + 1).filter((uid) => uid >= from || uid === count);
        say(["* SEARCH", ...uids].join(" "));
      } else if (command.startsWith("UID FETCH")) this.#fetch(command, say);
      else if (command.startsWith("LOGOUT")) say("* BYE");
      say(`${tag} OK done`);
    });
  }

  #fetch(command: string, say: (...lines: string[]) => void): void {
    for (const uid of (/^UID FETCH ([\d,]+)/.exec(command)?.[1] ?? "").split(",").map(Number)) {
      const message = this.#messages[uid - 1];
      if (message === undefined) continue;
      const size = Buffer.byteLength(message);
      if (command.includes("RFC822.SIZE")) say(`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${size})`);
      else say(`* ${uid} FETCH (UID ${uid} BODY[] {${size}}`, `${message})`);
    }
  }
}
