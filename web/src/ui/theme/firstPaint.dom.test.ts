// What stands before the first paint, so that no white page flashes where dark was chosen.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { applyAppearance } from "./palette";

const file = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
const runScript = () => {
  new Function(file("public/appearance.js"))();
};

afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute("style");
});

it.each([
  ["dark", "light", "dark"],
  ["light", "dark", "light"],
  ["system", "dark", "dark"],
  ["system", "light", "light"],
])("a choice of %s on a %s system begins %s", (choice, system, begins) => {
  if (choice !== "system") localStorage.setItem("appearance", choice);
  vi.spyOn(window, "matchMedia").mockImplementation((media) => ({ matches: media.includes(system) }) as MediaQueryList);
  runScript();
  expect(document.documentElement.style.colorScheme).toBe(begins);
});

it("blocks the first paint, and the colours stand before texts are waited for", () => {
  const page = new DOMParser().parseFromString(file("index.html"), "text/html");
  const script = page.querySelector<HTMLScriptElement>("head script");
  expect(script?.getAttribute("src")).toBe("/appearance.js");
  expect([script?.type, script?.async, script?.defer]).toEqual(["", false, false]);
  const start = file("src/main.tsx");
  expect(start.indexOf("applyAppearance(")).toBeGreaterThan(0);
  expect(start.indexOf("applyAppearance(")).toBeLessThan(start.indexOf("await "));
  applyAppearance("dark");
  expect(document.documentElement.style.getPropertyValue("--paper")).not.toBe("");
});
