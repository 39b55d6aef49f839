// Parses `text/event-stream` responses, by GET or POST.

export interface ServerEvent {
  /** `message` if the server sends none. */
  type: string;
  data: string;
}

/** Parses text in chunks of any size into complete events; comments such as heartbeats are skipped. */
export class EventParser {
  #rest = "";
  #type = "";
  #data: string[] = [];

  push(text: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    const lines = (this.#rest + text).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (this.#data.length > 0) events.push({ type: this.#type || "message", data: this.#data.join("\n") });
        this.#type = "";
        this.#data = [];
        continue;
      }
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") this.#type = value;
      else if (field === "data") this.#data.push(value);
    }
    return events;
  }
}

/** Reads the events of a response. `onActivity` is called for every chunk, including heartbeats. */
export async function* readEvents(response: Response, onActivity: () => void = () => {}): AsyncGenerator<ServerEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onActivity();
      yield* parser.push(value);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
