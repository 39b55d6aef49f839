import { afterEach, expect, it, vi } from "vitest";
import { hasNewVersion, loadPart, PartLoadError } from "./loadPart";

afterEach(() => document.head.replaceChildren());

it("loads again what fails once", async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValueOnce("part");
  await expect(loadPart(load)).resolves.toBe("part");
});

it("says so when it fails twice, and the next call begins anew", async () => {
  const load = vi.fn().mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(loadPart(load)).rejects.toBeInstanceOf(PartLoadError);
  load.mockResolvedValue("part");
  await expect(loadPart(load)).resolves.toBe("part");
});

it("notices a new version by the name of the entry script", async () => {
  const entry = document.createElement("script");
  entry.type = "module";
  entry.src = "/assets/index-1.js";
  document.head.append(entry);
  const page = (name: string) => new Response(`<script type="module" src="/assets/${name}.js"></script>`);
  vi.stubGlobal("fetch", async () => page("index-1"));
  await expect(hasNewVersion()).resolves.toBe(false);
  vi.stubGlobal("fetch", async () => page("index-2"));
  await expect(hasNewVersion()).resolves.toBe(true);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(hasNewVersion()).resolves.toBe(false);
});
