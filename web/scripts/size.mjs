// Weighs what a browser must fetch for the first view of each route, gzipped; fails above a limit.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { ROUTES } from "../src/lib/routes/manifest.ts";

/** For routes that name no limit of their own. */
const LIMIT_KB = 400;
const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));

/** A chunk, and everything it imports statically. */
function closure(key, seen) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
}

function weigh(entries) {
  const chunks = new Set();
  for (const entry of entries) {
    if (!manifest[entry]) throw new Error(`${entry} is not in the manifest`);
    closure(entry, chunks);
  }
  let bytes = 0;
  for (const key of chunks) bytes += gzipSync(readFileSync(join(dist, manifest[key].file)), { level: 9 }).length;
  return bytes / 1000;
}

/** The largest language counts. */
function texts(...namespaces) {
  return ["zh-CN", "en-US", "id-ID"].map((language) =>
    namespaces.map((namespace) => `src/i18n/locales/${language}/${namespace}.json`),
  );
}

const base = ["index.html"];
const common = ["common", "shell", "errors"];
const shell = ["src/app/layouts/ComponentLibrary.tsx", "src/app/layouts/Shell.tsx", "src/app/screenModules.ts"];

let tooLarge = false;
for (const { path, screen, namespaces, layout, limitKb } of Object.values(ROUTES)) {
  const [feature, component] = screen.split("/");
  const entries = [...(layout === "bare" ? [] : shell), `src/features/${feature}/routes/${component}.tsx`];
  const kilobytes = Math.max(...texts(...common, ...namespaces).map((words) => weigh([...base, ...entries, ...words])));
  const limit = limitKb ?? LIMIT_KB;
  tooLarge ||= kilobytes > limit;
  console.log(`${path.padEnd(28)} ${kilobytes.toFixed(1).padStart(7)} kB gzip (limit ${limit})`);
}
if (tooLarge) {
  console.error("A first view is larger than its limit.");
  process.exit(1);
}
