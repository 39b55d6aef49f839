// Polled reads are cheap: the last answer of each address is kept with its ETag and served again on a 304.

interface Kept {
  etag: string;
  body: string;
  type: string;
}

/** Remembers at most `limit` answers, the least recently used go first. */
export class EtagCache {
  private readonly kept = new Map<string, Kept>();
  private readonly limit: number;

  constructor(limit = 200) {
    this.limit = limit;
  }

  /** Names what we already have, so that the server may answer 304. */
  ask(request: Request): void {
    if (request.method !== "GET") return;
    const known = this.kept.get(request.url);
    if (known) request.headers.set("If-None-Match", known.etag);
  }

  /** Turns a 304 into the kept answer, and keeps an answer that carries an ETag. */
  async settle(request: Request, response: Response): Promise<Response> {
    if (request.method !== "GET") return response;
    const url = request.url;
    const known = this.kept.get(url);
    if (response.status === 304 && known) {
      this.keep(url, known);
      return new Response(known.body, { status: 200, headers: { "Content-Type": known.type, ETag: known.etag } });
    }
    const etag = response.headers.get("ETag");
    const type = response.headers.get("Content-Type") ?? "";
    if (response.ok && etag && type.includes("json")) {
      this.keep(url, { etag, type, body: await response.clone().text() });
    }
    return response;
  }

  /** Forgets everything: another person or organization looks next. */
  clear(): void {
    this.kept.clear();
  }

  private keep(url: string, entry: Kept): void {
    this.kept.delete(url);
    this.kept.set(url, entry);
    if (this.kept.size > this.limit) {
      const oldest = this.kept.keys().next();
      if (!oldest.done) this.kept.delete(oldest.value);
    }
  }
}
