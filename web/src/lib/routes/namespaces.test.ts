// Late texts would hide a rendered screen, so each route lists all namespaces its code uses directly.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ROUTES } from "./manifest";

const SOURCES = fileURLToPath(new URL("../../", import.meta.url));
/** Loaded before the first render. */
const ALWAYS = ["common", "shell", "errors"];

function fileOf(specifier: string, importer: string): string | null {
  const base = specifier.startsWith("@/")
    ? join(SOURCES, specifier.slice(2))
    : specifier.startsWith(".")
      ? join(dirname(importer), specifier)
      : null;
  return base && ([`${base}.tsx`, `${base}.ts`, join(base, "index.ts")].find((file) => existsSync(file)) ?? null);
}

const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?from\s+"([^"]+)"/gm;
const TRANSLATION = /useTranslation\(\s*(\[[^\]]*\]|"[^"]*")/g;

/** The namespaces used by a module and its static imports; lazy imports have their own boundary. */
function namespacesOf(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const source = readFileSync(file, "utf8");
    for (const [, names = ""] of source.matchAll(TRANSLATION)) {
      for (const [, name = ""] of names.matchAll(/"([^"]+)"/g)) found.set(name, file.slice(SOURCES.length));
    }
    for (const [, specifier = ""] of source.matchAll(STATIC_IMPORT)) {
      const imported = fileOf(specifier, file);
      if (imported) waiting.push(imported);
    }
  }
  return found;
}

it.each(Object.entries(ROUTES))("%s preloads all texts of its first view", (_, route) => {
  const read = namespacesOf(join(SOURCES, "features", `${route.screen.replace("/", "/routes/")}.tsx`));
  const loaded = new Set<string>([...ALWAYS, ...route.namespaces]);
  const late = [...read].filter(([name]) => !loaded.has(name)).map(([name, file]) => `${name}, read by ${file}`);
  expect(late).toEqual([]);
});
