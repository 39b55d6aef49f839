import { describe, expect, it } from "vitest";
import { EtagCache } from "./etag";

const get = (url: string) => new Request(url);
const answer = (body: string, etag: string) =>
  new Response(body, { headers: { ETag: etag, "Content-Type": "application/json" } });

describe("EtagCache", () => {
  it("sends no ETag on the first request", () => {
    const request = get("http://bole/api/a");
    new EtagCache().prepare(request);
    expect(request.headers.has("If-None-Match")).toBe(false);
  });

  it("returns the cached body on a 304", async () => {
    const cache = new EtagCache();
    await cache.resolve(get("http://bole/api/a"), answer('{"n":1}', '"1"'));
    const second = get("http://bole/api/a");
    cache.prepare(second);
    expect(second.headers.get("If-None-Match")).toBe('"1"');
    const settled = await cache.resolve(second, new Response(null, { status: 304 }));
    expect(settled.status).toBe(200);
    expect(await settled.json()).toEqual({ n: 1 });
  });

  it("replaces the cached body after a change", async () => {
    const cache = new EtagCache();
    await cache.resolve(get("http://bole/api/a"), answer('{"n":1}', '"1"'));
    await cache.resolve(get("http://bole/api/a"), answer('{"n":2}', '"2"'));
    const settled = await cache.resolve(get("http://bole/api/a"), new Response(null, { status: 304 }));
    expect(await settled.json()).toEqual({ n: 2 });
  });

  it("caches queries separately", async () => {
    const cache = new EtagCache();
    await cache.resolve(get("http://bole/api/a?offset=0"), answer('{"n":1}', '"1"'));
    const other = get("http://bole/api/a?offset=50");
    cache.prepare(other);
    expect(other.headers.has("If-None-Match")).toBe(false);
  });

  it("evicts the least recently used first", async () => {
    const cache = new EtagCache(2);
    for (const path of ["a", "b"]) await cache.resolve(get(`http://bole/api/${path}`), answer("{}", `"${path}"`));
    await cache.resolve(get("http://bole/api/a"), new Response(null, { status: 304 }));
    await cache.resolve(get("http://bole/api/c"), answer("{}", '"c"'));
    const kept = (path: string) => {
      const request = get(`http://bole/api/${path}`);
      cache.prepare(request);
      return request.headers.get("If-None-Match");
    };
    expect([kept("a"), kept("b"), kept("c")]).toEqual(['"a"', null, '"c"']);
  });

  it("clears the cache", async () => {
    const cache = new EtagCache();
    await cache.resolve(get("http://bole/api/a"), answer("{}", '"1"'));
    cache.clear();
    const request = get("http://bole/api/a");
    cache.prepare(request);
    expect(request.headers.has("If-None-Match")).toBe(false);
  });

  it("ignores writes", () => {
    const request = new Request("http://bole/api/a", { method: "POST" });
    new EtagCache().prepare(request);
    expect(request.headers.has("If-None-Match")).toBe(false);
  });
});
