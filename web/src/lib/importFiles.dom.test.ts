import { afterEach, expect, it, vi } from "vitest";
import { __vitePreload as importWithFiles } from "./importFiles";

let observer: MutationObserver | undefined;
afterEach(() => {
  observer?.disconnect();
  document.head.replaceChildren();
});

/** Answers requests for style sheets in order; the last answer repeats. */
function answerStyles(...answers: ("load" | "error")[]): void {
  observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      node.dispatchEvent(new Event((answers.length > 1 ? answers.shift() : answers[0]) ?? "load"));
    }
  });
  observer.observe(document.head, { childList: true });
}

const hrefs = () => [...document.head.querySelectorAll("link")].map((link) => link.getAttribute("href"));
const load = async () => "part";

it("imports only once all scripts were fetched, and fetches again what failed", async () => {
  const fetched = vi.fn(async () => new Response(""));
  vi.stubGlobal("fetch", fetched);
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const run = vi.fn(load);
  const files = ["assets/Palette-1.js", "assets/rows-1.js"];
  await expect(importWithFiles(run, files)).rejects.toThrow("Failed to fetch");
  expect(run).not.toHaveBeenCalled();
  await expect(importWithFiles(run, files)).resolves.toBe("part");
  await importWithFiles(run, files);
  expect(fetched.mock.calls.map((call: unknown[]) => call[0])).toEqual([
    "/assets/Palette-1.js",
    "/assets/rows-1.js",
    "/assets/Palette-1.js",
  ]);
});

it("fails for a file that the server no longer has", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  await expect(importWithFiles(load, ["assets/Gone-1.js"])).rejects.toThrow("404");
});

it("requests a failed style sheet again, and shows no part without it", async () => {
  answerStyles("error", "load");
  await expect(importWithFiles(load, ["assets/Board-2.css"])).rejects.toThrow("Board-2");
  expect(hrefs()).toEqual([]);
  await expect(importWithFiles(load, ["assets/Board-2.css"])).resolves.toBe("part");
  expect(hrefs()).toEqual(["/assets/Board-2.css"]);
});

it("adds the component library's style sheets before the app's", async () => {
  answerStyles("load");
  await importWithFiles(load, ["assets/Page-3.css"]);
  await importWithFiles(load, ["assets/antd-frame-3.css"]);
  expect(hrefs()).toEqual(["/assets/antd-frame-3.css", "/assets/Page-3.css"]);
});

it("finds the file of a module without others in the import", async () => {
  const fetched = vi.fn(async () => new Response(""));
  vi.stubGlobal("fetch", fetched);
  const written = (code: string) => Object.assign(async () => "texts", { toString: () => code });
  await importWithFiles(written("()=>import(`./common-4.js`)"), []);
  await importWithFiles(written('()=>import("./shell-4.js").then(e=>e.a)'));
  expect(fetched.mock.calls.map((call: unknown[]) => call[0])).toEqual(["/assets/common-4.js", "/assets/shell-4.js"]);
});
