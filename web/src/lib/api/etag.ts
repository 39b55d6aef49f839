// ETag cache for polled GET requests: a 304 returns the cached body.

interface CachedResponse {
  etag: string;
  body: string;
  type: string;
}

/** Keeps at most `limit` responses, least recently used first out. */
export class EtagCache {
  private readonly entries = new Map<string, CachedResponse>();
  private readonly limit: number;

  constructor(limit = 200) {
    this.limit = limit;
  }

  /** Adds If-None-Match for a cached response. */
  prepare(request: Request): void {
    if (request.method !== "GET") return;
    const known = this.entries.get(request.url);
    if (known) request.headers.set("If-None-Match", known.etag);
  }

  /** Returns the cached body for a 304, and caches responses with an ETag. */
  async resolve(request: Request, response: Response): Promise<Response> {
    if (request.method !== "GET") return response;
    const url = request.url;
    const known = this.entries.get(url);
    if (response.status === 304 && known) {
      this.store(url, known);
      return new Response(known.body, { status: 200, headers: { "Content-Type": known.type, ETag: known.etag } });
    }
    const etag = response.headers.get("ETag");
    const type = response.headers.get("Content-Type") ?? "";
    if (response.ok && etag && type.includes("json")) {
      this.store(url, { etag, type, body: await response.clone().text() });
    }
    return response;
  }

  /** Clears the cache when the user or organization changes. */
  clear(): void {
    this.entries.clear();
  }

  private store(url: string, entry: CachedResponse): void {
    this.entries.delete(url);
    this.entries.set(url, entry);
    if (this.entries.size > this.limit) {
      const oldest = this.entries.keys().next();
      if (!oldest.done) this.entries.delete(oldest.value);
    }
  }
}
